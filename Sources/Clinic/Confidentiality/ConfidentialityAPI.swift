public import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// The endpoints for restricting records and for emergency access to them.
public enum ConfidentialityAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [restrict, breakGlass, accesses]

    private static let tag = "Confidentiality"

    private static let restrict = Endpoint<ClinicAction>(
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
        answers: [.ok(PatientDocument.codec, "The patient as they are now")], problems: [.notFound, .patientErased],
        idempotency: .accepted
    ) { _, patient, body throws(Problem) in
        // The caller who restricts a record may lose access to it by that.
        .command(
            ClinicCommand(
                RestrictRecord(patient, body.restricted),
                answer: DocumentAnswer(
                    Patients.self, DocumentKey(patient),
                    column: body.restricted ? Identifier("restricted_document") : nil)))
    }

    private static let breakGlass = Endpoint<ClinicAction>(
        .post, "/api/v1/patients/{patient_id}/emergency-access", id: "breakGlass",
        summary: "Open a restricted record in an emergency",
        details: """
            The record is open to the caller's account for eight hours. Admins see the access and its reason.
            """,
        tag: tag, for: Staff.self, takes: .path("patient_id", Codec<ID<Patient>>.patientID), .body(EmergencyBody.codec),
        answers: [Answer(201, "The access", .json(EmergencyAccessDocument.codec.schema))],
        problems: [.notFound, .recordNotRestricted, .recordOpenAlready], idempotency: .accepted
    ) { caller, patient, body throws(Problem) in
        .creation { newID in
            let access: ID<EmergencyAccess> = newID()
            return ClinicCommand(
                BreakGlass(access, to: patient, for: RecordReader(caller), reason: body.reason),
                answer: DocumentAnswer(EmergencyAccesses.self, DocumentKey(access)),
                notice: "a restricted record was opened in an emergency")
        }
    }

    private static let accesses = Endpoint<ClinicAction>(
        .get, "/api/v1/emergency-accesses", id: "listEmergencyAccesses",
        summary: "List emergency accesses, the latest first",
        details: "Each time that somebody opened a restricted record in an emergency, with the reason.",
        tag: tag,
        for: AdminOnly.self,
        takes: .optionalQuery(
            "patient_id", Codec<ID<Patient>>.id().described("Only accesses to this patient's record.")),
        .page(limit: 50, key: [.uuid]), answers: [.page(of: EmergencyAccessDocument.codec, "A page of accesses")]
    ) { caller, patient, page throws(Problem) in
        let ofPatient: Statement = patient.map { "AND patient_id = \($0)" as Statement } ?? ""
        let last = page.after.flatMap { UUIDBytes($0.values[0]) }
        let before: Statement = last.map { "AND access_id < \($0)" as Statement } ?? ""
        let query = DocumentQuery(
            """
            SELECT document, access_id::text, patient_id FROM emergency_access
            WHERE clinic_id = \(caller.clinic) \(ofPatient) \(before)
            ORDER BY access_id DESC LIMIT \(Int64(page.limit + 1))
            """, shape: .page(limit: page.limit, cursorColumns: 1), shows: .inLastColumn)
        return .query { _, _ in query }
    }
}

struct RestrictionBody: Sendable {
    let restricted: Bool

    static let codec = object(
        RestrictionBody.init,
        field(
            "restricted", \.restricted, .bool.described("Whether only those who treat the patient may open the record.")
        )
    )
    .described("Whether a patient's record is restricted.").named("PatientRestriction")
}

struct EmergencyBody: Sendable {
    let reason: Personal<String>

    static let codec = object(
        EmergencyBody.init,
        field(
            "reason", \.reason,
            .personal(.clinical, .prose(min: 10, max: 500)).described(
                "Why the record has to be opened; admins read it."))
    ).described("Why a restricted record is opened.").named("Emergency")
}
