public import Endpoints
public import EventSourcing
public import Identifiers
import JSON
import SQL

/// The command that merges a patient's record into another record of the same person. The events of each record stay
/// with it, so the merge can be undone.
public struct MergePatients: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case noSuchPatient
        case obstacles([MergeObstacle])

        public var problem: Problem {
            switch self {
            case .noSuchPatient: .notFound
            case .obstacles(let obstacles):
                Problem(.mergeObstacles).with("obstacles", obstacles, .array(MergeObstacle.codec))
            }
        }
    }

    /// The record that is to be merged into another one of the same person.
    public let merged: ID<Patient>
    /// The surviving record, into which the other record is to be merged.
    public let survivor: ID<Patient>
    public let reason: Personal<String>
    /// Whether the record to merge has a login. Logins are not events, so the server looks for one in the table of
    /// logins.
    public let hasLogin: Bool

    public init(_ merged: ID<Patient>, into survivor: ID<Patient>, reason: Personal<String>, hasLogin: Bool = false) {
        self.merged = merged
        self.survivor = survivor
        self.reason = reason
        self.hasLogin = hasLogin
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let (known, record) = (model[.registration(of: survivor)], model[.patient(merged)])
        let obstacles = model.obstacles(toMerging: merged, into: survivor, hasLogin: hasLogin, at: now)
        guard known.version > 0, let identity = record.identity else { throw .noSuchPatient }
        guard merged != survivor else { throw .obstacles([MergeObstacle(.sameRecord, of: survivor)]) }
        if model[.registration(of: merged)].mergedInto == survivor { return [] }
        guard obstacles.isEmpty else { throw .obstacles(obstacles) }
        return [
            .patient(
                .patientMerged(PatientMerged(patient: merged, into: survivor, identity: identity, reason: reason)))
        ]
    }
}

struct MergeBody: Sendable {
    let merged: ID<Patient>
    let reason: Personal<String>

    static let codec = object(
        MergeBody.init(merged:reason:),
        field("patient_id", \.merged, .id().described("The record to merge into the one in the path.")),
        field(
            "reason", \.reason,
            .personal(.contact, .prose(max: 500)).described("Why both records are about one person."))
    ).described("A record of the same person.").named("PatientMerge")
}

extension PatientsAPI {
    static let mergePatients = Endpoint<ClinicAction>(
        .post, "/api/v1/patients/{patient_id}/merge", id: "mergePatients",
        summary: "Merge another record of the same person",
        details: """
            From then on the patient in the path is shown with the appointments, bills and everything else of both records, \
            and is found by both names. The other record keeps its data and says `merged_into`; commands for it are refused. \
            `POST /api/v1/patients/{patient_id}/unmerge` undoes it. A 409 (`merge-obstacles`) lists everything that \
            stands in the way.
            """,
        tag: "Patients", for: FrontDesk.self, takes: .path("patient_id", Codec<ID<Patient>>.patientID),
        .body(MergeBody.codec), answers: [.ok(PatientDocument.codec, "The patient with both records")],
        problems: [.notFound, .mergeObstacles], idempotency: .accepted
    ) { caller, patient, body throws(Problem) in
        .informed(
            by: """
                SELECT subject_id FROM membership
                WHERE clinic_id = \(caller.clinic) AND role = \(Role.patient.rawValue) AND subject_id = \(body.merged)
                    AND ended_at IS NULL
                """
        ) { login in
            ClinicCommand(
                MergePatients(body.merged, into: patient, reason: body.reason, hasLogin: login != nil),
                answer: DocumentAnswer(Patients.self, DocumentKey(patient)))
        }
    }
}
