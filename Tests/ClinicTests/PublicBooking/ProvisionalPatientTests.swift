import Clinic
import EventSourcing
import Identifiers
import Testing

private let friday: Instant = "2026-11-20T10:00:00Z"
private let appointment: ID<Appointment> = 0xa1
private let patient: ID<Patient> = 0xb1

@Suite struct ProvisionalPatientTests {
    /// A clinic with an appointment that a stranger has requested.
    private func desk() throws -> Desk {
        var desk = try Desk()
        try desk.run(SetPublicBooking(PublicBooking(isOn: true, showsDoctors: true)), at: friday)
        let request = try Stranger.asks(for: "2026-11-23T08:00:00Z")
        try desk.run(BookForNewPatient(appointment, for: patient, request), as: .publicBooking, at: friday)
        return desk
    }

    private func isProvisional(_ desk: Desk) -> Bool {
        let document = desk.given.document(Patients.self, DocumentKey(patient)) ?? ""
        #expect(desk.given.state(.registration(of: patient)).isProvisional == document.contains(#""provisional":true"#))
        return document.contains(#""provisional":true"#)
    }

    @Test(arguments: [AdvanceAppointment.Step.approve, .confirm, .checkIn])
    func `the step that accepts a requested first appointment accepts its patient too`(
        _ step: AdvanceAppointment.Step
    ) throws {
        var desk = try desk()
        #expect(isProvisional(desk))
        try desk.advance(step, appointment, at: friday)
        #expect(!isProvisional(desk))
    }

    @Test func `a cancelled first request leaves its patient provisional until the clinic accepts or erases them`()
        throws
    {
        var desk = try desk()
        try desk.run(CancelAppointment(AppointmentTarget(appointment), reason: Personal("Full")), at: friday)
        #expect(isProvisional(desk))
        var erased = desk
        try erased.run(ErasePatient(patient, reason: .requested), at: friday)
        #expect(!isProvisional(erased))
        #expect(erased.rejection(AcceptPatient(patient), at: friday) == .erased)
        try desk.run(AcceptPatient(patient), at: friday)
        #expect(!isProvisional(desk))
        #expect(try desk.run(AcceptPatient(patient), at: friday).isEmpty)
    }

    @Test func `a patient whom the desk has registered is not provisional, and an unknown one cannot be accepted`()
        throws
    {
        var desk = try desk()
        #expect(try desk.run(AcceptPatient(Practice.patient(2)), at: friday).isEmpty)
        #expect(desk.rejection(AcceptPatient(0xff), at: friday) == .noSuchPatient)
    }

    @Test func `a stranger with the name and birth date of a patient gets a record of their own`() throws {
        let desk = try desk()
        #expect(desk.course(appointment)?.visit.patient == patient)
        let details = try #require(desk.given.state(.patient(patient)).details)
        let identity = try #require(desk.given.state(.patient(patient)).identity)
        let alike = desk.given.state(.possibleDuplicates(identity)).like(details, besides: 0xff)
        #expect(alike.contains(patient))
    }
}
