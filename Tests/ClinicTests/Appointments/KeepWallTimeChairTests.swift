import Clinic
import EventSourcing
import Identifiers
import Testing
import TimeZones

/// Tests the chair of a visit that was booked for 10:00 in Berlin when that was 08:00 UTC. By the present zone rules,
/// 10:00 is 09:00 UTC. The visit's chair is taken from 10 minutes before the visit until 20 minutes after the visit.
@Suite struct KeepWallTimeChairTests {
    private static let now: Instant = "2026-11-22T10:00:00Z"
    private static let id = Practice.appointment(77)
    private static let start: Instant = "2026-11-23T08:00:00Z"

    /// A practice with a visit that was booked before the time zone rules changed.
    ///
    /// - Parameter wallTime: the time of day that was agreed with the patient, when Berlin was two hours ahead of UTC.
    private func desk(_ start: Instant = start, wallTime: String = "10:00", after buffer: Int = 20) throws -> Desk {
        var desk = try Desk(Practice(services: [30, 5]))
        let place =
            #"{"doctor_id":"\#(Practice.doctor(1))","chair_id":"\#(Practice.chair(1))","date":"2026-11-23","#
            + #""start":"\#(start)","end":"\#(start.adding(minutes: 30))","#
            + #""buffers":{"minutes_before":10,"minutes_after":\#(buffer)}}"#
        let booked = try event(
            "appointment-booked",
            #"{"visit":{"appointment_id":"\#(Self.id)","patient_id":"\#(Practice.patient(1))","#
                + #""service_id":"\#(Practice.service(1))","place":\#(place)},"#
                + #""wall_time":{"local":"2026-11-23T\#(wallTime)","zone":"Europe/Berlin"},"#
                + #""terms":{"service_name":"A","doctor_name":"B","chair_name":"C","cancel_before":"2026-11-21T08:00:00Z"},"#
                + #""status":"booked"}"#)
        desk.happens(booked, at: "2026-11-20T10:00:00Z")
        return desk
    }

    private func rejection(_ desk: Desk) -> KeepWallTime.Rejection? {
        desk.rejection(KeepWallTime(Self.id), at: Self.now)
    }

    @Test
    func `a visit that is moved after a change of time zone rules keeps its buffers, and their times move with it`()
        throws
    {
        var desk = try desk()
        try desk.run(KeepWallTime(Self.id), at: Self.now)
        #expect(
            desk.course(Self.id)?.visit.place.chairSlot
                == Slot(start: "2026-11-23T08:50:00Z", end: "2026-11-23T09:50:00Z"))
    }

    @Test(
        arguments: [
            ("2026-11-23T08:50:00Z", true), ("2026-11-23T09:45:00Z", true), ("2026-11-23T09:50:00Z", false),
        ] as [(Instant, Bool)])
    func `a visit is not moved after a change of time zone rules if its chair would be taken in its buffers`(
        start: Instant, isTaken: Bool
    ) throws {
        var desk = try desk()
        try desk.book(start, patient: 2, doctor: 2, chair: 1, service: 2, by: .staff, at: Self.now)
        #expect(rejection(desk) == (isTaken ? .taken : nil))
    }

    @Test(arguments: [("10:45", true), ("10:50", false)] as [(LocalTime, Bool)])
    func `a visit is not moved after a change of time zone rules if its chair would be out of service`(
        from: LocalTime, isTaken: Bool
    ) throws {
        var desk = try desk()
        let day: CivilDate = "2026-11-23"
        let block = BlockTime.Wish(
            kind: .outOfService, start: LocalDateTime(day, from), end: LocalDateTime(day, "12:00"),
            chairs: [Practice.chair(1)])
        try desk.run(BlockTime(1, block), at: Self.now)
        #expect(rejection(desk) == (isTaken ? .taken : nil))
    }

    @Test(arguments: [(0, nil), (20, .noSuchLocalTime)] as [(Int, KeepWallTime.Rejection?)])
    func `a visit is not moved after a change of time zone rules if its buffer would end on another day`(
        buffer: Int, rejection: KeepWallTime.Rejection?
    ) throws {
        // By the changed rules, the clocks go forward from 23:30 to 00:30, at the instant at which the visit ends.
        let change = ("2026-11-23T22:30:00Z" as Instant).secondsSince1970
        let berlin = Zone(first: 3_600, changes: [Zone.Period(start: change, offset: 7_200)])
        let zones = ZoneSource(ZoneRules(release: "made", zones: ["Europe/Berlin": berlin]))
        let feed = try desk("2026-11-23T21:00:00Z", wallTime: "23:00", after: buffer).given.feed
        let result = Result { () throws(KeepWallTime.Rejection) in
            try StateCache.decide(KeepWallTime(Self.id), over: feed, at: Self.now, zones: zones)
        }
        switch result {
        case .success(let events): #expect(rejection == nil && events.count == 1)
        case .failure(let refused): #expect(refused == rejection)
        }
    }
}
