import Clinic
import EventSourcing
import Identifiers
import Testing

/// Tests the visits of a two-hour group that was booked for 10:00 in Berlin when that was 08:00 UTC. By the present
/// zone rules, 10:00 is 09:00 UTC.
@Suite struct KeepWallTimeGroupTests {
    private let id = "00000000-0000-7000-8000-0000000000"
    private let now: Instant = "2026-11-22T10:00:00Z"

    private func booked(
        _ appointment: String, of patient: String, start: Instant = "2026-11-23T08:00:00Z",
        wallTime: String = "2026-11-23T10:00"
    ) throws -> ClinicEvent {
        try event(
            "appointment-booked",
            #"{"visit":{"appointment_id":"\#(id)\#(appointment)","patient_id":"\#(id)\#(patient)","service_id":"\#(id)c1","#
                + #""place":{"doctor_id":"\#(id)d1","chair_id":"\#(id)e1","date":"2026-11-23","#
                + #""start":"\#(start)","end":"\#(start.adding(minutes: 120))","capacity":3}},"#
                + #""wall_time":{"local":"\#(wallTime)","zone":"Europe/Berlin"},"#
                + #""terms":{"service_name":"A","doctor_name":"B","chair_name":"C","cancel_before":"2026-11-21T08:00:00Z"},"#
                + #""status":"booked"}"#)
    }

    private func appointment(_ text: String) throws -> ID<Appointment> { ID(try #require(UUIDBytes(id + text))) }

    @Test func `the patients of a group are moved together after a change of time zone rules`() throws {
        let moved = try given(Founded.clinic(), booked("01", of: "a1"), booked("02", of: "a2"))
            .when(KeepWallTime(appointment("01")), at: now).thenWhatever()
        let places = moved.feed.compactMap { recorded in
            if case .appointment(.rescheduled(let event)) = recorded.event { event.visit.place } else { nil }
        }
        let slot = Slot(start: "2026-11-23T09:00:00Z", end: "2026-11-23T11:00:00Z")
        #expect(places.map(\.slot) == [slot, slot].compactMap { $0 })
        #expect(places.map(\.capacity) == [3, 3])
        moved.when(KeepWallTime(try appointment("02")), at: now).then()
    }

    @Test func `a group with more patients than its capacity is not moved after a change of time zone rules`() throws {
        let group = try (1...4).map { try booked("0\($0)", of: "a\($0)") }
        try given([Founded.clinic()] + group).when(KeepWallTime(appointment("01")), at: now).thenRejected(.taken)
        let moved = try given([Founded.clinic()] + group.dropLast())
            .when(KeepWallTime(appointment("01")), at: now).thenWhatever()
        #expect(moved.feed.count == 7)
    }

    @Test func `a group is not moved onto another visit of its doctor after a change of time zone rules`() throws {
        try given(
            Founded.clinic(), booked("01", of: "a1"), booked("02", of: "a2"),
            booked("03", of: "a3", start: "2026-11-23T10:30:00Z", wallTime: "2026-11-23T11:30")
        ).when(KeepWallTime(appointment("01")), at: now).thenRejected(.taken)
    }
}
