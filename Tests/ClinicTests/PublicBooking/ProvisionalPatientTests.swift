import Clinic
import EventSourcing
import Identifiers
import Testing

private let friday: Instant = "2026-11-20T10:00:00Z"
private let appointment: ID<Appointment> = 0xa1
private let patient: ID<Patient> = 0xb1

@Suite struct ProvisionalPatientTests {
    /// A clinic with a requested appointment of a stranger, who is a provisional patient.
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
    func `each step that accepts a provisional patient's first appointment accepts the patient too`(
        _ step: AdvanceAppointment.Step
    ) throws {
        var desk = try desk()
        #expect(isProvisional(desk))
        try desk.advance(step, appointment, at: friday)
        #expect(!isProvisional(desk))
    }

    @Test func `a provisional patient whose appointment is cancelled stays provisional until accepted or erased`()
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

    @Test func `accepting a patient whom the front desk registered changes nothing, and an unknown patient is refused`()
        throws
    {
        var desk = try desk()
        #expect(try desk.run(AcceptPatient(Practice.patient(2)), at: friday).isEmpty)
        #expect(desk.rejection(AcceptPatient(0xff), at: friday) == .noSuchPatient)
    }

    @Test func `a stranger with a patient's name and birth date gets a record of their own, as a possible duplicate`()
        throws
    {
        let desk = try desk()
        #expect(desk.course(appointment)?.visit.patient == patient)
        let details = try #require(desk.given.state(.patient(patient)).details)
        let identity = try #require(desk.given.state(.patient(patient)).identity)
        let alike = desk.given.state(.possibleDuplicates(identity)).like(details, besides: 0xff)
        #expect(alike.contains(patient))
    }

    @Test func `a provisional patient merged into a known patient stays provisional until the appointment is approved`()
        throws
    {
        var desk = try desk()
        let known = Practice.patient(1)
        try desk.run(MergePatients(patient, into: known, reason: Personal("A known patient")), at: friday)
        #expect(isProvisional(desk))
        #expect(!desk.given.state(.registration(of: known)).isProvisional)
        try desk.advance(.approve, appointment, at: friday)
        #expect(!isProvisional(desk))
        let other: UInt64 = desk.course(appointment)?.visit.place.doctor == Practice.doctor(1) ? 2 : 1
        #expect(desk.obstacle("2026-11-23T08:00:00Z", doctor: other, by: .staff, at: friday) == .patientBusy)
    }

    @Test func `no record can be merged into a provisional patient's record until the clinic accepts the patient`()
        throws
    {
        var desk = try desk()
        let merge = MergePatients(Practice.patient(1), into: patient, reason: Personal("A known patient"))
        #expect(desk.rejection(merge, at: friday) == .obstacles([MergeObstacle(.provisional, of: patient)]))
        try desk.run(AcceptPatient(patient), at: friday)
        #expect(desk.rejection(merge, at: friday) == nil)
    }
}
