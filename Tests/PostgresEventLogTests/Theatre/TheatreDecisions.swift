import EventSourcing

enum TheatreRejection: Error, Equatable {
    case seatTaken(by: String)
    case tooManySeats
    case notBooked
}

struct BookSeat: Decision {
    let show: String
    let seat: Int
    let guest: String
    var seatsPerGuest = Int.max

    func decide(_ model: inout DecisionModel<TheatreEvent>, at now: Instant) throws(TheatreRejection) -> [TheatreEvent]
    {
        let seatNow = model[.seat(show, seat)]
        if seatNow.guest == guest { return [] }
        if let other = seatNow.guest { throw .seatTaken(by: other) }
        if seatsPerGuest < .max, model[.guest(guest)].seats >= seatsPerGuest { throw .tooManySeats }
        return [.seatBooked(SeatBooked(show: show, seat: seat, guest: guest))]
    }
}

/// Books a seat in a show with a limit.
struct BookAmongFew: Decision {
    let show: String
    let seat: Int
    let guest: String
    let limit: Int

    func decide(_ model: inout DecisionModel<TheatreEvent>, at now: Instant) throws(TheatreRejection) -> [TheatreEvent]
    {
        guard model[.show(show)].taken < limit else { throw .tooManySeats }
        return [.seatBooked(SeatBooked(show: show, seat: seat, guest: guest))]
    }
}

/// A seat in tonight's show: the guest on the first seat of "Tonight" is its name. Without one it is Hamlet.
struct BookTonight: Decision {
    let seat: Int
    let guest: String
    let limit: Int

    func decide(_ model: inout DecisionModel<TheatreEvent>, at now: Instant) throws(TheatreRejection) -> [TheatreEvent]
    {
        let show = model[.seat("Tonight", 1)].guest ?? "Hamlet"
        return try BookAmongFew(show: show, seat: seat, guest: guest, limit: limit).decide(&model, at: now)
    }
}

struct ReleaseSeat: Decision {
    let show: String
    let seat: Int

    func decide(_ model: inout DecisionModel<TheatreEvent>, at now: Instant) throws(TheatreRejection) -> [TheatreEvent]
    {
        guard let guest = model[.seat(show, seat)].guest else { throw .notBooked }
        return [.seatReleased(SeatReleased(show: show, seat: seat, guest: guest))]
    }
}

/// Books without reading, so that only the database's own constraints can reject it.
struct BookBlindly: Decision {
    let show: String
    let seat: Int
    let guest: String

    func decide(_ model: inout DecisionModel<TheatreEvent>, at now: Instant) throws(TheatreRejection) -> [TheatreEvent]
    {
        [.seatBooked(SeatBooked(show: show, seat: seat, guest: guest))]
    }
}

/// As many events as asked for, under tags of their own: load without contention.
struct BookRow: Decision {
    let show: String
    let seats: Range<Int>
    let guest: String

    func decide(_ model: inout DecisionModel<TheatreEvent>, at now: Instant) throws(TheatreRejection) -> [TheatreEvent]
    {
        seats.map { .seatBooked(SeatBooked(show: show, seat: $0, guest: guest)) }
    }
}
