import Clinic
import EventSourcing
import Identifiers
import JSON
import Testing

/// Tests that a series follows what is done with its visits alone.
@Suite struct SeriesChangeTests {
    private static let now: Instant = "2026-11-20T11:00:00Z"
    private static let ids: [ID<Appointment>] = [0xa01, 0xa02, 0xa03]

    /// A clinic with a series of three visits on Tuesdays.
    private func desk() throws -> Desk {
        var desk = try Desk()
        try desk.run(
            PlanSeries(
                1,
                PlanSeries.Wish(
                    patient: Practice.patient(1), service: Practice.service(1), doctor: Practice.doctor(1),
                    start: try #require(LocalDateTime("2026-11-24T09:00")),
                    rule: SeriesRule(every: 1, .weeks, .count(3)),
                    skipsRefused: false),
                appointments: Self.ids), at: Self.now)
        return desk
    }

    private func series(_ desk: Desk) throws -> SeriesDocument {
        let row = try #require(desk.given.row(SeriesList.self, DocumentKey(1 as ID<VisitSeries>)))
        return try SeriesDocument.codec.decode(parsing: row.document, unknownMembers: .ignored)
    }

    private func undo(_ index: Int) -> UndoStep {
        UndoStep(AppointmentTarget(Self.ids[index]), right: .anyStep, reason: Personal("Mistake"))
    }

    @Test func `a visit whose cancellation with its series is undone belongs to the series again`() throws {
        var desk = try desk()
        try desk.run(CancelSeries(1, from: "2026-12-01", reason: Personal("Done")), at: Self.now)
        #expect(try series(desk).cancelled == [Self.ids[1], Self.ids[2]])
        try desk.run(undo(1), at: Self.now)
        #expect(try series(desk).cancelled == [Self.ids[2]])
        #expect(try series(desk).visits.map(\.appointment) == [Self.ids[0], Self.ids[1]])
        try desk.run(MoveSeries(1, MoveSeries.Move(from: "2026-12-01", time: "14:00")), at: Self.now)
        #expect(desk.course(Self.ids[1])?.visit.place.slot.start == "2026-12-01T13:00:00Z")
        try desk.run(CancelSeries(1, from: "2026-12-01", reason: Personal("Done")), at: Self.now)
        #expect(Self.ids.map { desk.status($0) } == [.booked, .cancelled, .cancelled])
        #expect(try series(desk).cancelled == [Self.ids[2], Self.ids[1]])
    }

    @Test func `a series shows the present day of a visit that was moved alone`() throws {
        var desk = try desk()
        try desk.run(
            RescheduleAppointment(AppointmentTarget(Self.ids[1]), start: "2026-12-02T08:00:00Z"), at: Self.now)
        #expect(try series(desk).visits.map(\.date) == ["2026-11-24", "2026-12-02", "2026-12-08"])
    }

    @Test func `a series shows visits that were cancelled or entered in error alone as cancelled`() throws {
        var desk = try desk()
        try desk.run(CancelAppointment(AppointmentTarget(Self.ids[0]), reason: Personal("Ill")), at: Self.now)
        try desk.run(EnterInError(AppointmentTarget(Self.ids[2]), reason: Personal("Twice")), at: Self.now)
        #expect(try series(desk).cancelled == [Self.ids[0], Self.ids[2]])
        #expect(try series(desk).visits.map(\.appointment) == [Self.ids[1]])
    }

    @Test func `a visit of a series that was missed stays in the series, also if the patient arrives after all`() throws
    {
        var desk = try desk()
        try desk.run(MarkNoShow(AppointmentTarget(Self.ids[0])), at: "2026-11-24T09:00:00Z")
        #expect(try series(desk).visits.count == 3)
        try desk.advance(.checkIn, Self.ids[0], at: "2026-11-24T09:05:00Z")
        #expect(try series(desk).visits.count == 3)
    }

    /// A series whose visits do not name it, as earlier releases booked them.
    private func older() throws -> Desk {
        var desk = try Desk()
        for (id, start) in zip(
            Self.ids, ["2026-11-24T08:00:00Z", "2026-12-01T08:00:00Z", "2026-12-08T08:00:00Z"] as [Instant])
        {
            try desk.run(
                BookAppointment(
                    id, patient: Practice.patient(1), service: Practice.service(1), doctor: Practice.doctor(1),
                    start: start, by: .staff), at: Self.now)
        }
        let visits = zip(Self.ids, ["2026-11-24", "2026-12-01", "2026-12-08"]).map {
            #"{"date":"\#($1)","appointment_id":"\#($0)"}"#
        }
        let planned = try event(
            "series-planned",
            #"{"series_id":"\#(1 as ID<VisitSeries>)","patient_id":"\#(Practice.patient(1))","#
                + #""service_id":"\#(Practice.service(1))","doctor_id":"\#(Practice.doctor(1))","start":"2026-11-24T09:00","#
                + #""rule":{"every":1,"unit":"weeks","count":3},"visits":[\#(visits.joined(separator: ","))],"refused":[]}"#
        )
        desk.happens(planned, at: Self.now)
        return desk
    }

    @Test func `a visit of an older series belongs to it again if its cancellation with the series is undone`() throws {
        var desk = try older()
        try desk.run(CancelSeries(1, from: "2026-12-01", reason: Personal("Done")), at: Self.now)
        try desk.run(undo(1), at: Self.now)
        #expect(try series(desk).visits.map(\.appointment) == [Self.ids[0], Self.ids[1]])
    }

    @Test func `a visit that an older server cancelled with its series is moved with the series after the undoing`()
        throws
    {
        var desk = try older()
        try desk.run(CancelAppointment(AppointmentTarget(Self.ids[1]), reason: Personal("Done")), at: Self.now)
        let cancelled = try event(
            "series-cancelled",
            #"{"series_id":"\#(1 as ID<VisitSeries>)","appointment_ids":["\#(Self.ids[1])"]}"#)
        desk.happens(cancelled, at: Self.now)
        try desk.run(undo(1), at: Self.now)
        try desk.run(MoveSeries(1, MoveSeries.Move(time: "14:00")), at: Self.now)
        #expect(desk.course(Self.ids[1])?.visit.place.slot.start == "2026-12-01T13:00:00Z")
        #expect(try series(desk).visits.map(\.appointment) == Self.ids)
        #expect(try series(desk).cancelled.isEmpty)
    }
}
