import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// A guardian, as the guardian's dependant sees them.
struct OwnGuardian: Sendable {
    let id: ID<Patient>
    let version: Int64
    let name: String
    let suspended: Bool

    static let codec = object(
        OwnGuardian.init(id:version:name:suspended:),
        field("id", \.id, .patientID.described("The id of the patient who looks after the caller.")),
        field("version", \.version, .version),
        field("name", \.name, .name().described("The guardian's name.")),
        field(
            "suspended", \.suspended,
            .bool.described(
                "Whether the caller's record is restricted, so that the guardian sees nothing of it at present."))
    ).described("A patient who looks after the caller.").named("OwnGuardian")
}

extension GuardiansAPI {
    static let listOwnGuardians = Endpoint<ClinicAction>(
        .get, "/api/v1/patient/guardians", id: "listOwnGuardians", summary: "List one's own guardians",
        details: """
            Guardians are patients who see the caller's data. `DELETE /api/v1/patient/guardians/{guardian_id}` ends that. At \
            most \(mostShown) are listed.
            """,
        tag: "Guardians", for: PatientOnly.self,
        answers: [.page(of: OwnGuardian.codec, "The guardians, as one page")]
    ) { caller throws(Problem) in
        let (own, clinic) = (ID<Patient>(caller.patient), caller.clinic)
        let query = DocumentQuery(
            """
            SELECT to_json(g.guardian_id), g.document -> 'version', to_json(coalesce(p.card ->> 'name', '')),
                to_json(NOT \(Guardians.isOpen("g", "me.patient_id"))), \(own)::uuid
            FROM patient AS me
                JOIN guardian AS g
                    ON g.clinic_id = me.clinic_id AND (g.document -> 'dependants')::jsonb ? me.patient_id::text
                JOIN patient AS p ON p.clinic_id = g.clinic_id AND p.patient_id = g.guardian_id
            WHERE me.clinic_id = \(clinic) AND (me.patient_id = \(own) OR me.merged_into = \(own))
            ORDER BY p.sort_name, g.guardian_id LIMIT \(Int64(mostShown + 1))
            """, members: ["id", "version", "name", "suspended"], shape: .page(limit: mostShown, cursorColumns: 0),
            shows: .inLastColumn)
        return .query { _, _ in query }
    }

    private static let mostShown = 50
}
