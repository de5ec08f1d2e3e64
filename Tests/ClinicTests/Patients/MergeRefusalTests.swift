import Clinic
import Endpoints
import EventSourcing
import Identifiers
import JSON
import Testing

/// Tests that commands which name a merged record are refused, and that they say so.
@Suite struct MergeRefusalTests {
    private static let now: Instant = "2026-11-20T08:00:00Z"
    private static let reason = Personal("Registered twice")
    private static let (kept, merged) = (Practice.patient(1), Practice.patient(2))

    private func mergedDesk() throws -> Desk {
        var desk = try Desk()
        try desk.run(MergePatients(Self.merged, into: Self.kept, reason: Self.reason), at: Self.now)
        return desk
    }

    private func command<D: Decision>(_ decision: D) -> ClinicCommand
    where D.Event == ClinicEvent, D.Rejection: ClinicRejection {
        ClinicCommand(decision, answer: DocumentAnswer(Patients.self, DocumentKey(Self.merged)))
    }

    /// Commands that name a patient and that can be tried without other preparations.
    private func commands(for patient: ID<Patient>) throws -> [ClinicCommand] {
        let service = Practice.service(1)
        let days = try #require(DateRange("2026-11-25", "2026-12-31"))
        let money = PaymentTerms(amount: Books.euro(100), method: .card)
        let line = Books.line(100)
        let other = Practice.patient(3)
        return [
            command(
                BookAppointment(0xa1, patient: patient, service: service, start: "2026-11-23T09:00:00Z", by: .staff)),
            command(HoldSlot(0xa2, patient: patient, service: service, start: "2026-11-23T09:00:00Z", by: .staff)),
            command(JoinWaitlist(WaitlistEntry(id: 0xa3, patient: patient, service: service, days: days))),
            command(RemindPatient(patient, of: service, by: .phone)),
            command(PauseRecall(patient, service, until: "2027-06-01")),
            command(IssueInvoice(invoice: 0xb1, patient: patient, appointment: nil, lines: [line])),
            command(
                SaveInvoiceDraft(
                    IssueInvoice(invoice: 0xb2, patient: patient, appointment: nil, lines: [line]), isChange: false)),
            command(RecordPayment(payment: 0xc1, payer: .patient(patient), money)),
            command(PayFamily(0xc2, of: patient, payments: [0xc3], money)),
            command(SetFamilyAccount(other, members: [patient])),
            command(NameGuardian(patient, of: other)), command(NameGuardian(other, of: patient)),
            command(ReleaseGuardian(other, of: patient)), command(RestrictRecord(patient, true)),
            command(ErasePatient(patient, reason: .requested)), command(ChangePatientContact(patient, .none)),
            command(
                StartCheckIns(
                    0xd1, of: patient,
                    CheckInTerms(try #require(CheckInIntervals(checkIn: 86_400_000, reminder: 7_200_000))))),
            command(EndCheckIns(of: patient)), command(UnmergePatients(patient, reason: Self.reason)),
            command(AcceptPatient(patient)),
        ]
    }

    @Test func `each command for a merged record is refused with the id of the surviving record`() throws {
        let desk = try mergedDesk()
        for command in try commands(for: Self.merged) {
            let problem = desk.rejection(command, at: Self.now)
            #expect(problem?.kind == .patientMerged)
            #expect(problem?.members.first?.value == RawJSON(quoting: "\(Self.kept)"))
        }
    }

    @Test func `the refusal of a patient's own command for a merged record does not name the surviving record`() throws
    {
        let desk = try mergedDesk()
        for command in try commands(for: Self.merged) {
            let problem = desk.rejection(command.under(.none, from: .patient), at: Self.now)
            #expect(problem?.kind == .patientMerged)
            #expect(problem?.members.isEmpty == true)
        }
    }

    @Test func `after a merge was undone, no command is refused because of the merge`() throws {
        var desk = try mergedDesk()
        try desk.run(UnmergePatients(Self.kept, reason: Self.reason), at: Self.now)
        for patient in [Self.kept, Self.merged] {
            for command in try commands(for: patient) {
                #expect(desk.rejection(command, at: Self.now)?.kind != .patientMerged)
            }
        }
    }

    @Test func `each endpoint that names a patient and changes data declares the problem patient-merged`() {
        // A hold may be released although the record was merged.
        let exceptions: Set<String> = ["mergePatients", "releaseHold"]
        for operation in ClinicFeatures.endpoints.map(\.operation) where !operation.isSafe {
            let body = operation.body?.properties?.map(\.name) ?? []
            let names = operation.path.text.contains("{patient_id}") || body.contains("patient_id")
            guard names, !exceptions.contains(operation.id) else { continue }
            #expect(operation.problems.contains(.patientMerged), "\(operation.id)")
        }
    }
}
