import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

extension PatientsAPI {
    static let getPatient = Endpoint<ClinicAction>(
        .get, "/api/v1/patients/{patient_id}", id: "getPatient", summary: "Show a patient",
        details: """
            If the record is restricted and the caller may not open it, the answer is a 403 (`restricted-record`). If it was \
            merged into another record of the same person, `merged_into` names that one.
            """,
        tag: "Patients",
        for: Staff.self, takes: .path("patient_id", Codec<ID<Patient>>.patientID),
        answers: [.ok(PatientDocument.codec, "The patient")],
        problems: [.notFound, .restrictedRecord]
    ) { caller, patient throws(Problem) in
        let reader = RecordReader(caller)
        return .query { model, now throws(Problem) in
            // The record was unrestricted at the check of the reader's access, and may be restricted before the read.
            // In that case the query returns the rendering for staff who may not open it.
            let isOpen = try reader.opens(patient, &model, at: now)
            let shown: Statement = isOpen ? "document" : "coalesce(restricted_document, document)"
            return DocumentQuery(
                "SELECT \(shown) FROM patient WHERE clinic_id = \(caller.clinic) AND patient_id = \(patient)",
                shape: .one, shows: .only(patient))
        }
    }
}
