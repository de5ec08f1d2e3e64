import Clinic
import Endpoints
import EventSourcing
import Identifiers
import Testing

@Suite struct TreatmentTests {
    private let sunday: Instant = "2026-03-01T12:00:00Z"
    private let monday: Instant = "2026-03-02T09:00:00Z"
    private let patient = Practice.patient(1)

    private func treats(_ desk: Desk, _ doctor: UInt64) -> Bool {
        desk.given.state(.treatment(of: patient)).isBy(Practice.doctor(doctor))
    }

    @Test func `a doctor treats whom they have an appointment with, until it is cancelled or was none`() throws {
        var desk = try Desk()
        #expect(!treats(desk, 1))
        let first = try desk.book(monday, at: sunday)
        #expect(treats(desk, 1) && !treats(desk, 2))
        let second = try desk.book("2026-03-02T10:00:00Z", at: sunday)
        try desk.run(CancelAppointment(AppointmentTarget(first), reason: Personal("Ada called")), at: sunday)
        #expect(treats(desk, 1))
        try desk.run(EnterInError(AppointmentTarget(second), reason: Personal("Twice")), at: sunday)
        #expect(!treats(desk, 1))
        try desk.run(UndoStep(AppointmentTarget(first), right: .anyStep, reason: Personal("Misheard")), at: sunday)
        #expect(treats(desk, 1))
    }

    @Test func `who takes over an appointment treats the patient, and who gave it away does not`() throws {
        var desk = try Desk()
        let id = try desk.book(monday, at: sunday)
        try desk.run(
            RescheduleAppointment(AppointmentTarget(id), start: monday, doctor: Practice.doctor(2)), at: sunday)
        #expect(!treats(desk, 1) && treats(desk, 2))
    }

    @Test func `to a doctor who treats the patient a restricted record is open, to another it is not`() throws {
        var desk = try Desk()
        try desk.run(RestrictRecord(patient, true), at: sunday)
        try desk.book(monday, at: sunday)
        func glass(_ doctor: UInt64) -> BreakGlass {
            let reader = RecordReader(
                account: UUIDBytes(high: 1, low: doctor), staff: Practice.doctor(doctor), role: .doctor)
            return BreakGlass(1, to: patient, for: reader, reason: Personal("Bleeding heavily"))
        }
        desk.given.when(glass(1), at: sunday).thenRejected(.openAlready)
        _ = try desk.given.when(glass(2), at: sunday).thenWhatever()
        // The same person at the desk is no doctor there.
        let desked = RecordReader(
            account: UUIDBytes(high: 1, low: 1), staff: Practice.doctor(1), role: .receptionist)
        _ = try desk.given.when(BreakGlass(1, to: patient, for: desked, reason: Personal("Bleeding")), at: sunday)
            .thenWhatever()
    }
}
