import EventSourcing

package enum TheatreRejection: Error, Equatable {
    case seatTaken(by: String)
    case tooManySeats
    case notBooked
}

package struct BookSeat: Decision {
    package let show: String
    package let seat: Int
    package let guest: String
    package var seatsPerGuest: Int

    package init(show: String, seat: Int, guest: String, seatsPerGuest: Int = Int.max) {
        self.show = show
        self.seat = seat
        self.guest = guest
        self.seatsPerGuest = seatsPerGuest
    }

    package func decide(_ model: inout DecisionModel<TheatreEvent>, at now: Instant) throws(TheatreRejection)
        -> [TheatreEvent]
    {
        let seatNow = model[.seat(show, seat)]
        if seatNow.guest == guest { return [] }
        if let other = seatNow.guest { throw .seatTaken(by: other) }
        if seatsPerGuest < .max, model[.guest(guest)].seats >= seatsPerGuest { throw .tooManySeats }
        return [.seatBooked(SeatBooked(show: show, seat: seat, guest: guest))]
    }
}

/// Books a seat if fewer than `limit` seats of the show are taken.
package struct BookAmongFew: Decision {
    package let show: String
    package let seat: Int
    package let guest: String
    package let limit: Int

    package init(show: String, seat: Int, guest: String, limit: Int) {
        self.show = show
        self.seat = seat
        self.guest = guest
        self.limit = limit
    }

    package func decide(_ model: inout DecisionModel<TheatreEvent>, at now: Instant) throws(TheatreRejection)
        -> [TheatreEvent]
    {
        guard model[.show(show)].taken < limit else { throw .tooManySeats }
        return [.seatBooked(SeatBooked(show: show, seat: seat, guest: guest))]
    }
}

/// Books a seat in tonight's show. The show's name is the guest on the first seat of the show "Tonight", or else
/// Hamlet.
package struct BookTonight: Decision {
    package let seat: Int
    package let guest: String
    package let limit: Int

    package init(seat: Int, guest: String, limit: Int) {
        self.seat = seat
        self.guest = guest
        self.limit = limit
    }

    package func decide(_ model: inout DecisionModel<TheatreEvent>, at now: Instant) throws(TheatreRejection)
        -> [TheatreEvent]
    {
        let show = model[.seat("Tonight", 1)].guest ?? "Hamlet"
        return try BookAmongFew(show: show, seat: seat, guest: guest, limit: limit).decide(&model, at: now)
    }
}

package struct ReleaseSeat: Decision {
    package let show: String
    package let seat: Int

    package init(show: String, seat: Int) {
        self.show = show
        self.seat = seat
    }

    package func decide(_ model: inout DecisionModel<TheatreEvent>, at now: Instant) throws(TheatreRejection)
        -> [TheatreEvent]
    {
        guard let guest = model[.seat(show, seat)].guest else { throw .notBooked }
        return [.seatReleased(SeatReleased(show: show, seat: seat, guest: guest))]
    }
}

/// Books a seat without reading a state, so that only the database's own constraints can reject the booking.
package struct BookBlindly: Decision {
    package let show: String
    package let seat: Int
    package let guest: String

    package init(show: String, seat: Int, guest: String) {
        self.show = show
        self.seat = seat
        self.guest = guest
    }

    package func decide(_ model: inout DecisionModel<TheatreEvent>, at now: Instant) throws(TheatreRejection)
        -> [TheatreEvent]
    {
        [.seatBooked(SeatBooked(show: show, seat: seat, guest: guest))]
    }
}

/// Books several seats without reading anything, for load without contention.
package struct BookRow: Decision {
    package let show: String
    package let seats: Range<Int>
    package let guest: String

    package init(show: String, seats: Range<Int>, guest: String) {
        self.show = show
        self.seats = seats
        self.guest = guest
    }

    package func decide(_ model: inout DecisionModel<TheatreEvent>, at now: Instant) throws(TheatreRejection)
        -> [TheatreEvent]
    {
        seats.map { .seatBooked(SeatBooked(show: show, seat: $0, guest: guest)) }
    }
}
