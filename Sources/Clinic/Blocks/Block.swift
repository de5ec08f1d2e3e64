public import EventSourcing
public import Identifiers
public import JSON

/// Time of doctors and chairs in which nothing is booked though it is for no patient: lunch, a meeting, a repair.
public struct Block: Hashable, Sendable {
    public let id: ID<Block>
    public let kind: BlockKind
    /// The purpose of the blocked time, in the words of the staff. The words must not name a patient.
    public let title: String?
    public let slot: Slot
    /// The days of the clinic's calendar that the block touches.
    public let days: DateRange
    public let doctors: [ID<StaffMember>]
    public let chairs: [ID<Chair>]

    public init(
        id: ID<Block>, kind: BlockKind, title: String?, slot: Slot, days: DateRange, doctors: [ID<StaffMember>],
        chairs: [ID<Chair>]
    ) {
        self.id = id
        self.kind = kind
        self.title = title
        self.slot = slot
        self.days = days
        self.doctors = doctors
        self.chairs = chairs
    }

    /// The block's own tag, and a tag for each of its days with each of its doctors and chairs.
    var tags: [Tag] {
        var tags = [Tag.block(id)]
        for date in days.all {
            tags += doctors.map { .doctorDay($0, date) }
            tags += chairs.map { .chairDay($0, date) }
        }
        return tags
    }

    /// The maximum number of days that a block touches.
    static let mostDays = 31
    /// The maximum number of doctors, and of chairs, of a block.
    static let mostOwners = 10
    /// The maximum number of a block's days, multiplied by the number of its doctors and chairs. It is enough for three
    /// doctors or chairs for a month. The block's event has a tag for each day of each doctor or chair, and the
    /// decision reads the agendas of all of them.
    static let mostAgendas = 93
}

/// The purpose of a block of time, such as a meeting.
public enum BlockKind: String, Hashable, Sendable, CaseIterable {
    case lunch
    case meeting
    case outOfService = "out_of_service"
    case other
}

extension DateRange {
    /// Every day of a block's range of dates, in order.
    var all: [CivilDate] { (first.daysSince1970...last.daysSince1970).map { CivilDate(daysSince1970: $0) } }
}

extension Block {
    public static let codec = object(
        Block.checked(id:kind:title:start:end:first:last:doctors:chairs:),
        field("block_id", \.id, .id()), field("kind", \.kind, .stringEnum), optionalField("title", \.title, .name()),
        field("start", \.slot.start, .instant), field("end", \.slot.end, .instant),
        field("first_day", \.days.first, .date), field("last_day", \.days.last, .date),
        field("doctors", \.doctors, .array(.id(), 0...mostOwners)),
        field("chairs", \.chairs, .array(.id(), 0...mostOwners)))

    static func checked(
        id: ID<Block>, kind: BlockKind, title: String?, start: Instant, end: Instant, first: CivilDate, last: CivilDate,
        doctors: [ID<StaffMember>], chairs: [ID<Chair>]
    ) throws(CheckFailure) -> Block {
        guard let slot = Slot(start: start, end: end) else {
            throw CheckFailure("bad_range", "must end after its start")
        }
        let days = try DateRange.checked(first, last)
        guard days.last.daysSince1970 - days.first.daysSince1970 < mostDays else {
            throw CheckFailure("bad_range", "at most \(mostDays) days")
        }
        return Block(
            id: id, kind: kind, title: title, slot: slot, days: days, doctors: doctors,
            chairs: chairs)
    }
}

/// The state of a block of time, for decisions.
public enum BlockState: EventSourced {
    case unmade
    case made(Block)
    case removed

    public static var initial: BlockState { .unmade }
    public static var readsPersonal: Bool { false }

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .block(let event) = recorded.event else { return }
        switch event {
        case .blocked(let blocked): self = .made(blocked.block)
        case .removed: self = .removed
        }
    }
}

extension Subject where State == BlockState {
    static func block(_ id: ID<Block>) -> Subject { Subject(.block(id)) }
}
