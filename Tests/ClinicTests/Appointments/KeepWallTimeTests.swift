import Clinic
import EventSourcing
import Identifiers
import Testing

/// Tests visits that were booked for 10:00 in Berlin when that was 08:00 UTC. By the present zone rules, 10:00 is 09:00
/// UTC.
@Suite struct KeepWallTimeTests {
    private let id = "00000000-0000-7000-8000-0000000000"

    private func booked(
        _ appointment: String, of patient: String, start: Instant, wallTime: String = "2026-11-23T10:00"
    ) throws -> ClinicEvent {
        try event(
            "appointment-booked",
            #"{"visit":{"appointment_id":"\#(id)\#(appointment)","patient_id":"\#(id)\#(patient)","service_id":"\#(id)c1","#
                + #""place":{"doctor_id":"\#(id)d1","chair_id":"\#(id)\#(patient)","date":"2026-11-23","#
                + #""start":"\#(start)","end":"\#(start.adding(minutes: 30))"}},"#
                + #""wall_time":{"local":"\#(wallTime)","zone":"Europe/Berlin"},"#
                + #""terms":{"service_name":"A","doctor_name":"B","chair_name":"C","cancel_before":"2026-11-21T08:00:00Z"},"#
                + #""status":"booked"}"#)
    }

    private func appointment(_ text: String) throws -> ID<Appointment> { ID(try #require(UUIDBytes(id + text))) }

    @Test func `a visit is moved after a change of time zone rules to keep its local time`() throws {
        let moved = try given(Founded.clinic(), booked("01", of: "a1", start: "2026-11-23T08:00:00Z"))
            .when(KeepWallTime(appointment("01")), at: "2026-11-22T10:00:00Z").thenWhatever()
        guard case .appointment(.rescheduled(let event))? = moved.feed.last?.event else {
            Issue.record("it was not moved")
            return
        }
        #expect(event.visit.place.slot == Slot(start: "2026-11-23T09:00:00Z", end: "2026-11-23T09:30:00Z"))
        #expect(event.terms.cancelBefore == "2026-11-21T09:00:00Z")
        moved.when(KeepWallTime(try appointment("01")), at: "2026-11-22T10:00:00Z").then()
    }

    @Test func `a confirmed visit that is moved to keep its local time stays confirmed, with the time of confirmation`()
        throws
    {
        let confirm = AdvanceAppointment(.confirm, AppointmentTarget(try appointment("01")))
        let moved = try given(Founded.clinic(), booked("01", of: "a1", start: "2026-11-23T08:00:00Z"))
            .when(confirm, at: "2026-11-21T10:00:00Z").thenWhatever()
            .when(KeepWallTime(appointment("01")), at: "2026-11-22T10:00:00Z").thenWhatever()
        let document = try #require(moved.document(Appointments.self, DocumentKey(appointment("01"))))
        #expect(document.contains(#""start":"2026-11-23T09:00:00Z""#))
        #expect(document.contains(#""status":"confirmed""#))
        #expect(document.contains(#""confirmed_at":"2026-11-21T10:00:00Z""#))
    }

    @Test func `a visit is not moved onto another appointment of its doctor after a change of time zone rules`() throws
    {
        try given(
            Founded.clinic(), booked("01", of: "a1", start: "2026-11-23T08:00:00Z"),
            booked("02", of: "a2", start: "2026-11-23T09:15:00Z", wallTime: "2026-11-23T10:15")
        ).when(KeepWallTime(appointment("01")), at: "2026-11-22T10:00:00Z").thenRejected(.taken)
    }

    @Test(arguments: ["2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"] as [Instant])
    func `a visit in either occurrence of a repeated hour is not moved after a change of time zone rules`(
        start: Instant
    ) throws {
        try given(Founded.clinic(), booked("01", of: "a1", start: start, wallTime: "2026-10-25T02:30"))
            .when(KeepWallTime(appointment("01")), at: "2026-10-20T10:00:00Z").then()
    }
}
