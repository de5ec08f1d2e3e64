import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

extension ConfidentialityAPI {
    static let listEmergencyAccesses = Endpoint<ClinicAction>(
        .get, "/api/v1/emergency-accesses", id: "listEmergencyAccesses",
        summary: "List emergency accesses, the latest first",
        details: "Each time that somebody opened a restricted record in an emergency, with the reason.",
        tag: tag,
        for: AdminOnly.self,
        takes: .optionalQuery(
            "patient_id", Codec<ID<Patient>>.id().described("Only accesses to this patient's record.")),
        .page(limit: 50, key: [.uuid]), answers: [.page(of: EmergencyAccessDocument.codec, "A page of accesses")]
    ) { caller, patient, page throws(Problem) in
        let ofPatient: Statement = PersonRecords.filter("patient_id", of: patient, in: caller.clinic)
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
