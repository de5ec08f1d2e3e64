public import EventSourcing
import Identifiers

/// The state of one entry of the waitlist.
public enum WaitlistCourse: EventSourced {
    case unmade
    case made(Course)

    /// An entry of the waitlist, with its status and its offers.
    public struct Course: Hashable, Sendable {
        public let entry: WaitlistEntry
        public internal(set) var status = WaitlistStatus.waiting
        /// The offers of the waitlist entry that are not closed. An expired offer counts as not closed until a server
        /// closes it.
        public internal(set) var offers: [WaitlistOffer] = []
        /// The offers of the waitlist entry that were closed because their time was no longer free.
        public internal(set) var lost: [WaitlistOffer] = []
        /// The offers of the waitlist entry that were closed because the patient did not answer them in time.
        public internal(set) var expired: [WaitlistOffer] = []
    }

    public static var initial: WaitlistCourse { .unmade }
    public static var readsPersonal: Bool { false }

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .waitlist(let event) = recorded.event else { return }
        if case .joined(let joined) = event { self = .made(Course(entry: joined.entry)) }
        guard case .made(var course) = self else { return }
        switch event {
        case .joined: break
        case .left:
            course.status = .left
            course.offers = []
        case .offered(let offered):
            course.offers.removeAll { $0.isOf(offered.offer.slot.start, offered.offer.doctor) }
            course.offers.append(offered.offer)
        case .offerClosed(let closed):
            guard let index = course.offers.firstIndex(where: { $0.isOf(closed.start, closed.doctor) }) else { break }
            let offer = course.offers.remove(at: index)
            switch closed.cause {
            case .declined: break
            case .taken: course.lost.append(offer)
            case .expired: course.expired.append(offer)
            }
        case .accepted:
            course.status = .booked
            course.offers = []
        }
        self = .made(course)
    }
}

/// The entries of the waitlist whose patients still wait and can come on days of one month, in the order in which the
/// patients joined.
public struct WaitingMonth: EventSourced {
    public static let initial = WaitingMonth()
    public static let readsPersonal = false

    struct Waiting: Hashable, Sendable {
        let entry: WaitlistEntry
        var offers: [WaitlistOffer] = []
        /// The offers of the waitlist that the patient declined or let expire. A freed time with the same start and
        /// doctor is not offered to the patient again.
        var refused: [WaitlistOffer] = []

        /// Whether an entry of the waitlist has an open offer with the given start and doctor, or had one that was
        /// declined or has expired.
        func knows(_ start: Instant, _ doctor: ID<StaffMember>) -> Bool {
            (offers + refused).contains { $0.isOf(start, doctor) }
        }
    }

    private(set) var waiting: [Waiting] = []

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .waitlist(let event) = recorded.event else { return }
        switch event {
        case .joined(let joined): waiting.append(Waiting(entry: joined.entry))
        case .left, .accepted: waiting.removeAll { $0.entry.id == event.reference.entry }
        case .offered(let offered):
            change(event) { waiting in
                waiting.offers.removeAll { $0.isOf(offered.offer.slot.start, offered.offer.doctor) }
                waiting.offers.append(offered.offer)
            }
        case .offerClosed(let closed):
            change(event) { waiting in
                let ended = waiting.offers.filter { $0.isOf(closed.start, closed.doctor) }
                waiting.offers.removeAll { $0.isOf(closed.start, closed.doctor) }
                if closed.cause != .taken { waiting.refused += ended }
            }
        }
    }

    private mutating func change(_ event: WaitlistEvent, _ change: (inout Waiting) -> Void) {
        guard let index = waiting.firstIndex(where: { $0.entry.id == event.reference.entry }) else { return }
        change(&waiting[index])
    }
}

extension Subject where State == WaitlistCourse {
    static func waitlistEntry(_ id: ID<WaitlistEntry>) -> Subject { Subject(.waitlistEntry(id)) }
}

extension Subject where State == WaitingMonth {
    /// The entries of the waitlist that wait for a time in the month of a date.
    static func waitingMonth(_ date: CivilDate) -> Subject { Subject(.waitlistMonth(date.firstOfMonth)) }
}
