public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that undoes the merge of a record into the surviving record `patient`. Each appointment or charge that
/// was added while the records were merged stays with the record that it was added to.
public struct UnmergePatients: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case noSuchPatient

        public var problem: Problem {
            switch self {
            case .noSuchPatient: .notFound
            }
        }
    }

    /// The surviving record. The merge of another record into it is undone.
    public let patient: ID<Patient>
    public let reason: Personal<String>

    public init(_ patient: ID<Patient>, reason: Personal<String>) {
        self.patient = patient
        self.reason = reason
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let known = model[.registration(of: patient)]
        guard known.version > 0 else { throw .noSuchPatient }
        guard let merged = known.mergedRecord, let identity = model[.patient(merged)].identity else { return [] }
        return [
            .patient(
                .patientUnmerged(PatientUnmerged(patient: merged, from: patient, identity: identity, reason: reason)))
        ]
    }
}

struct UnmergeBody: Sendable {
    let reason: Personal<String>

    static let codec = object(
        UnmergeBody.init(reason:),
        field(
            "reason", \.reason,
            .personal(.contact, .prose(max: 500)).described("Why the records are about different people."))
    ).described("Why a merge is undone.").named("PatientUnmerge")
}

extension PatientsAPI {
    static let unmergePatients = Endpoint<ClinicAction>(
        .post, "/api/v1/patients/{patient_id}/unmerge", id: "unmergePatients", summary: "Undo a merge of records",
        details: """
            Separates the record that was merged into this one. Each appointment and charge stays with the record that it was \
            booked on. \
            Repeating this changes nothing.
            """,
        tag: "Patients", for: FrontDesk.self, takes: .path("patient_id", Codec<ID<Patient>>.patientID),
        .body(UnmergeBody.codec), answers: [.ok(PatientDocument.codec, "The patient with one record")],
        problems: [.notFound, .patientMerged, .restrictedRecord], idempotency: .accepted
    ) { _, patient, body throws(Problem) in
        .command(
            ClinicCommand(
                UnmergePatients(patient, reason: body.reason),
                answer: DocumentAnswer(Patients.self, DocumentKey(patient))))
    }
}
