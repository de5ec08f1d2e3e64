public import EventSourcing
import Identifiers
public import JSON
import SQL

/// The read model of the waitlist: one row for each entry, ended ones included.
public enum Waitlist: ClinicReadModel {
    public static let table = DocumentTable("waitlist_entry", key: "entry_id", .uuid)
    public static let audience = DocumentAudience.allStaff
    public static let codec = WaitlistDocument.codec
    public static let readsPersonal = false
    public static let columns = [
        DocumentColumn<WaitlistDocument>("patient_id", .uuid) { $0.entry.patient.bind },
        DocumentColumn<WaitlistDocument>("service_id", .uuid) { $0.entry.service.bind },
        DocumentColumn<WaitlistDocument>("status", .text) { .text($0.status.rawValue) },
        DocumentColumn<WaitlistDocument>("last_day", .date) { $0.entry.days.last.bind },
        DocumentColumn<WaitlistDocument>("offer_expires_at", .timestamptz) {
            $0.nextExpiry?.bind ?? .null(.timestamptz)
        },
    ]

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        if case .waitlist(let event) = event { [DocumentKey(event.reference.entry)] } else { [] }
    }

    public static func isMadeAnew(by event: ClinicEvent) -> Bool {
        if case .waitlist(.joined) = event { true } else { false }
    }

    public static func tags(of key: DocumentKey) -> [Tag] { key.tagged(Tag.waitlistEntry) }

    public static func fold(
        _ document: WaitlistDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> WaitlistDocument? {
        guard case .waitlist(let event) = recorded.event else { return document }
        var document = document
        document?.version = recorded.position
        switch event {
        case .joined(let joined):
            return WaitlistDocument(
                entry: joined.entry, version: recorded.position, status: .waiting, offers: [], appointment: nil,
                joinedAt: recorded.recordedAt)
        case .left: document?.status = .left
        case .offered(let offered): document?.add(offered.offer)
        case .offerClosed(let closed):
            document?.close(closed.start, closed.doctor, closed.outcome)
        case .accepted(let accepted):
            document?.close(accepted.start, accepted.doctor, .accepted)
            document?.status = .booked
            document?.appointment = accepted.appointment
        }
        return document
    }
}

extension WaitlistOfferClosed {
    fileprivate var outcome: WaitlistDocument.OfferOutcome {
        switch cause {
        case .declined: .declined
        case .taken: .lost
        case .expired: .expired
        }
    }
}

extension WaitlistDocument {
    /// Adds an open offer to a waitlist entry's document. It replaces an open offer of the same time and doctor.
    fileprivate mutating func add(_ offer: WaitlistOffer) {
        offers.removeAll { $0.outcome == .open && $0.offer.isOf(offer.slot.start, offer.doctor) }
        offers.append(MadeOffer(offer: offer, outcome: .open))
        while offers.count > WaitlistDocument.mostOffers,
            let oldest = offers.firstIndex(where: { $0.outcome != .open })
        {
            offers.remove(at: oldest)
        }
    }

    fileprivate mutating func close(_ start: Instant, _ doctor: ID<StaffMember>, _ outcome: OfferOutcome) {
        for index in offers.indices where offers[index].outcome == .open && offers[index].offer.isOf(start, doctor) {
            offers[index].outcome = outcome
        }
    }
}
