import EventSourcing
import Identifiers
import JSON

/// The sample domain: seats of a theatre are booked and given back. A clinic's feed is a theatre's.
enum TheatreEvent: DomainEvent {
    case seatBooked(SeatBooked)
    case seatReleased(SeatReleased)

    static let types = EventTypes<TheatreEvent>()
        .with(SeatBooked.self) { .seatBooked($0) }
        .with(SeatReleased.self) { .seatReleased($0) }

    var payload: any EventPayload {
        switch self {
        case .seatBooked(let booked): booked
        case .seatReleased(let released): released
        }
    }
}

struct SeatBooked: EventPayload, Hashable {
    static let stored = StoredType("seat-booked")
    static let codec: Codec<SeatBooked> = object(
        SeatBooked.init, field("show", \.show, .string(max: 50)), field("seat", \.seat, .int),
        field("guest", \.guest, .string(max: 50)))

    let show: String
    let seat: Int
    let guest: String

    var tags: [Tag] { [.seat(show, seat), .guest(guest)] }
}

struct SeatReleased: EventPayload {
    static let stored = StoredType("seat-released")
    static let codec: Codec<SeatReleased> = object(
        SeatReleased.init, field("show", \.show, .string(max: 50)), field("seat", \.seat, .int),
        field("guest", \.guest, .string(max: 50)))

    let show: String
    let seat: Int
    let guest: String

    var tags: [Tag] { [.seat(show, seat), .guest(guest)] }
}

extension Tag {
    /// Seats take the place of a show's days.
    static func seats(_ show: String) -> Tag { Tag(subject: UUIDBytes(named: show), aspect: 1 << 24 | 0xff_ffff) }
    static func seat(_ show: String, _ seat: Int) -> Tag {
        Tag(subject: UUIDBytes(named: show), aspect: 1 << 24 | Int32(seat))
    }
    static func guest(_ guest: String) -> Tag { Tag(TagKind(2), subject: UUIDBytes(named: guest)) }
}

/// The guest on a seat.
struct Seat: EventSourced {
    static let initial = Seat()
    var guest: String?

    mutating func evolve(_ recorded: Recorded<TheatreEvent>) {
        switch recorded.event {
        case .seatBooked(let booked): guest = booked.guest
        case .seatReleased: guest = nil
        }
    }
}

/// How many seats of a show are taken.
struct Show: EventSourced {
    static let initial = Show()
    var taken = 0

    mutating func evolve(_ recorded: Recorded<TheatreEvent>) {
        switch recorded.event {
        case .seatBooked: taken += 1
        case .seatReleased: taken -= 1
        }
    }
}

/// How many seats a guest has.
struct Guest: EventSourced {
    static let initial = Guest()
    var seats = 0

    mutating func evolve(_ recorded: Recorded<TheatreEvent>) {
        switch recorded.event {
        case .seatBooked: seats += 1
        case .seatReleased: seats -= 1
        }
    }
}

extension Subject where State == Show {
    static func show(_ show: String) -> Subject { Subject(.seats(show)) }
}

extension Subject where State == Seat {
    static func seat(_ show: String, _ seat: Int) -> Subject { Subject(.seat(show, seat)) }
}

extension Subject where State == Guest {
    static func guest(_ guest: String) -> Subject { Subject(.guest(guest)) }
}

extension UUIDBytes {
    /// Tells names apart by what they consist of.
    init(named name: String) {
        var words: (UInt64, UInt64) = (0, 0)
        for byte in name.utf8 { words = (words.0 &* 257 &+ UInt64(byte), (words.1 ^ UInt64(byte)) &* 0x100_0000_01b3) }
        self.init(high: words.0, low: words.1)
    }
}
