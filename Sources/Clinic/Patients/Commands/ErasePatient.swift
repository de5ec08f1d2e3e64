public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that erases a patient's identity, for one of the legal grounds in `ErasureReason`, such as the
/// patient's request.
///
/// The erasure is rejected while the patient has future appointments, owes money or has credit, since the clinic must
/// be able to reach the patient. An erasure that is repeated after the database was restored from a backup is not
/// rejected for these reasons. The records of treatments and payments stay, under the patient's id. Their texts are
/// sealed: the documents lose them, and the log keeps them encrypted until `EraseRecords` destroys the key.
public struct ErasePatient: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case noSuchPatient
        /// The patient has an appointment that is neither over nor completed.
        case appointmentsAhead
        /// The patient owes money or has credit.
        case accountNotSettled
        /// The record is merged with another record of the same person, and the erasure would leave the data of that
        /// record.
        case merged(with: ID<Patient>)

        public var problem: Problem {
            switch self {
            case .noSuchPatient: .notFound
            case .appointmentsAhead: Problem(.appointmentsAhead)
            case .accountNotSettled: Problem(.accountNotSettled)
            case .merged(let other): .recordsMerged(with: other)
            }
        }
    }

    public let patient: ID<Patient>
    public let reason: ErasureReason
    /// Whether this command repeats an erasure that was lost when the database was restored from a backup. Such an
    /// erasure is not rejected because of appointments, debts, credit or a merge in the restored data.
    public let isRepeated: Bool

    public init(_ patient: ID<Patient>, reason: ErasureReason, isRepeated: Bool = false) {
        self.patient = patient
        self.reason = reason
        self.isRepeated = isRepeated
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let known = model[.patient(patient)]
        let agenda = model[.patientYears(patient)]
        let account = model[.patientAccount(patient)]
        let merge = model[.registration(of: patient)].merge
        guard !known.isErased else { return [] }
        guard known.details != nil, let identity = known.identity else { throw .noSuchPatient }
        if !isRepeated {
            if let merge { throw .merged(with: merge.other) }
            try checkNothingIsLeft(agenda, account, &model, at: now)
        }
        var events: [ClinicEvent] = []
        if case .running(let plan) = model[.checkIns(of: patient)] { events = plan.stopped(at: now) }
        events += model.erasedMessages(of: patient)
        events.append(.patient(.patientErased(PatientErased(patient: patient, identity: identity, reason: reason))))
        return events + SealRecords.sealed(of: patient, known, &model)
    }

    private func checkNothingIsLeft(
        _ agenda: PatientAgenda, _ account: PatientAccount, _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) throws(Rejection) {
        for entry in agenda.taken where entry.slot.end > now {
            // A completed appointment does not prevent the erasure, even if its time is not over because the patient
            // came early.
            guard case .made(let course) = model[.appointment(entry.appointment)], course.status == .completed else {
                throw .appointmentsAhead
            }
        }
        guard account.open == 0, account.credit == 0 else { throw .accountNotSettled }
    }
}

extension PatientsAPI {
    static let erasePatient = Endpoint<ClinicAction>(
        .post, "/api/v1/patients/{patient_id}/erasure", id: "erasePatient",
        summary: "Erase a patient's personal data",
        details: """
            Destroys name, birth date, contact details, notes on the person, messages and the patient's login, in \
            the log too. Treatments and payments stay, under the patient's id, for as long as the law requires; note the \
            id for later questions. Their texts, such as notes, reasons and lines of invoices, and the contents of files \
            are sealed: no request gets them any more, and the operator can export them until they expire. Refused while the patient has appointments to come, owes money or has \
            credit, or if the record is merged with another one. This cannot be undone.
            """,
        tag: "Patients", for: AdminOnly.self, takes: .path("patient_id", .patientID), .body(ErasureBody.codec),
        answers: [.ok(PatientDocument.codec, "The patient without these data")],
        problems: [.notFound, .appointmentsAhead, .accountNotSettled, .patientMerged, .recordsMerged],
        idempotency: .accepted
    ) { _, patient, body throws(Problem) in
        .command(
            ClinicCommand(
                ErasePatient(patient, reason: body.reason),
                answer: DocumentAnswer(Patients.self, DocumentKey(patient)), endsSessions: true))
    }
}

extension Problem.Kind {
    public static let appointmentsAhead = Problem.Kind(
        "appointments-ahead", 409, "There are appointments to come; cancel them first",
        means: "A patient with future appointments cannot be erased.",
        remedy: "Cancel the appointments first.")
    public static let accountNotSettled = Problem.Kind(
        "account-not-settled", 409, "There is something to pay or to give back; settle it first",
        means: "The patient owes the clinic something, or has credit.",
        remedy: "Record the payment, void the invoice or refund the credit first.")
}
