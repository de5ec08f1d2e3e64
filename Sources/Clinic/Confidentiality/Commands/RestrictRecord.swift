public import Endpoints
public import EventSourcing
public import Identifiers
import JSON
import SQL

/// The command that restricts a patient's record to doctors who treat the patient and to staff with emergency access,
/// or lifts the restriction.
public struct RestrictRecord: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case noSuchPatient
        /// The patient's contact data was erased, after which the restriction cannot be changed.
        case erased
        /// The record is merged with another one of the same person, which would stay open.
        case merged(with: ID<Patient>)

        public var problem: Problem {
            switch self {
            case .noSuchPatient: .notFound
            case .erased: Problem(.patientErased)
            case .merged(let other): .recordsMerged(with: other)
            }
        }
    }

    public let patient: ID<Patient>
    public let restricted: Bool

    public init(_ patient: ID<Patient>, _ restricted: Bool) {
        self.patient = patient
        self.restricted = restricted
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let known = model[.registration(of: patient)]
        guard known.isCurrent else { throw known.version > 0 ? .erased : .noSuchPatient }
        guard known.isRestricted != restricted else { return [] }
        if let merge = known.merge { throw .merged(with: merge.other) }
        return [.patient(.patientRestrictionSet(PatientRestrictionSet(patient: patient, restricted: restricted)))]
    }
}

struct RestrictionBody: Sendable {
    let restricted: Bool

    static let codec = object(
        RestrictionBody.init(restricted:),
        field(
            "restricted", \.restricted, .bool.described("Whether only those who treat the patient may open the record.")
        )
    )
    .described("Whether a patient's record is restricted.").named("PatientRestriction")
}

extension ConfidentialityAPI {
    static let restrictRecord = Endpoint<ClinicAction>(
        .put, "/api/v1/patients/{patient_id}/restriction", id: "restrictRecord",
        summary: "Restrict a patient's record",
        details: """
            For colleagues, well-known people and people in danger. Details and balance are then open only to \
            doctors who have begun to treat the patient, in an appointment that they did not book themselves, \
            and after `POST /api/v1/patients/{patient_id}/emergency-access`. Lists still show the name. \
            `restricted` `false` lifts the restriction.
            """,
        tag: tag, for: AdminOnly.self, takes: .path("patient_id", Codec<ID<Patient>>.patientID),
        .body(RestrictionBody.codec),
        answers: [.ok(PatientDocument.codec, "The patient as they are now")],
        problems: [.notFound, .patientErased, .patientMerged, .recordsMerged],
        idempotency: .accepted
    ) { _, patient, body throws(Problem) in
        // After a restriction, the answer shows only what staff without access may see, since the caller may have lost
        // access to the record.
        .command(
            ClinicCommand(
                RestrictRecord(patient, body.restricted),
                answer: DocumentAnswer(
                    Patients.self, DocumentKey(patient),
                    column: body.restricted ? Identifier("restricted_document") : nil)))
    }
}
