import EventSourcing
import Identifiers
import JSON

/// The sample domain: seats of a theatre are booked and released. A clinic's feed is a theatre's feed.
package enum TheatreEvent: DomainEvent {
    case seatBooked(SeatBooked)
    case seatReleased(SeatReleased)

    package static let types = EventTypes<TheatreEvent>()
        .with(SeatBooked.self) { .seatBooked($0) }
        .with(SeatReleased.self) { .seatReleased($0) }

    package var payload: any EventPayload {
        switch self {
        case .seatBooked(let booked): booked
        case .seatReleased(let released): released
        }
    }
}

package struct SeatBooked: EventPayload, Hashable {
    package static let stored = StoredType("seat-booked")
    package static let codec: Codec<SeatBooked> = object(
        SeatBooked.init, field("show", \.show, .string(max: 50)), field("seat", \.seat, .int),
        field("guest", \.guest, .string(max: 50)))

    package let show: String
    package let seat: Int
    package let guest: String

    package init(show: String, seat: Int, guest: String) {
        self.show = show
        self.seat = seat
        self.guest = guest
    }

    package var tags: [Tag] { [.seat(show, seat), .guest(guest)] }
}

package struct SeatReleased: EventPayload {
    package static let stored = StoredType("seat-released")
    package static let codec: Codec<SeatReleased> = object(
        SeatReleased.init, field("show", \.show, .string(max: 50)), field("seat", \.seat, .int),
        field("guest", \.guest, .string(max: 50)))

    package let show: String
    package let seat: Int
    package let guest: String

    package init(show: String, seat: Int, guest: String) {
        self.show = show
        self.seat = seat
        self.guest = guest
    }

    package var tags: [Tag] { [.seat(show, seat), .guest(guest)] }
}

extension Tag {
    /// The tag of all seats of a show. The tag of one seat has the seat's number where a clinic's tags have the day.
    package static func seats(_ show: String) -> Tag {
        Tag(subject: UUIDBytes(named: show), aspect: 1 << 24 | 0xff_ffff)
    }
    package static func seat(_ show: String, _ seat: Int) -> Tag {
        Tag(subject: UUIDBytes(named: show), aspect: 1 << 24 | Int32(seat))
    }
    package static func guest(_ guest: String) -> Tag { Tag(TagKind(2), subject: UUIDBytes(named: guest)) }
}

/// The guest on a seat.
package struct Seat: EventSourced {
    package static let initial = Seat()
    package var guest: String?

    package mutating func evolve(_ recorded: Recorded<TheatreEvent>) {
        switch recorded.event {
        case .seatBooked(let booked): guest = booked.guest
        case .seatReleased: guest = nil
        }
    }
}

/// The number of taken seats of a show.
package struct Show: EventSourced {
    package static let initial = Show()
    package var taken = 0

    package mutating func evolve(_ recorded: Recorded<TheatreEvent>) {
        switch recorded.event {
        case .seatBooked: taken += 1
        case .seatReleased: taken -= 1
        }
    }
}

/// The state of a guest of the theatre: the number of seats that are booked for them.
package struct Guest: EventSourced {
    package static let initial = Guest()
    package var seats = 0

    package mutating func evolve(_ recorded: Recorded<TheatreEvent>) {
        switch recorded.event {
        case .seatBooked: seats += 1
        case .seatReleased: seats -= 1
        }
    }
}

extension Subject where State == Show {
    package static func show(_ show: String) -> Subject { Subject(.seats(show)) }
}

extension Subject where State == Seat {
    package static func seat(_ show: String, _ seat: Int) -> Subject { Subject(.seat(show, seat)) }
}

extension Subject where State == Guest {
    package static func guest(_ guest: String) -> Subject { Subject(.guest(guest)) }
}

extension UUIDBytes {
    /// An id computed from a name, so that different names have different ids.
    package init(named name: String) {
        var words: (UInt64, UInt64) = (0, 0)
        for byte in name.utf8 { words = (words.0 &* 257 &+ UInt64(byte), (words.1 ^ UInt64(byte)) &* 0x100_0000_01b3) }
        self.init(high: words.0, low: words.1)
    }
}
