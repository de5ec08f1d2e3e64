import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

extension FamilyAccountsAPI {
    static let getFamilyAccount = Endpoint<ClinicAction>(
        .get, "/api/v1/family-accounts/{patient_id}", id: "getFamilyAccount", summary: "Show a family account",
        details: "The patients for whom the patient in the path pays.", tag: "Billing", for: FrontDesk.self,
        takes: .path("patient_id", Codec<ID<Patient>>.patientID),
        answers: [.ok(FamilyAccounts.codec, "The family account")], problems: [.notFound]
    ) { caller, guarantor throws(Problem) in
        .query { model, _ throws(Problem) in
            // A patient who pays for no other patient has an empty family account.
            let version = model[.registration(of: guarantor)].version
            let empty = FamilyAccounts.codec.bytes(
                FamilyAccountDocument(id: guarantor, version: version, members: []))
            return DocumentQuery(
                """
                SELECT coalesce(f.document, \(Bind.json(empty)))
                FROM patient AS p LEFT JOIN family_account AS f USING (clinic_id, patient_id)
                WHERE p.clinic_id = \(caller.clinic) AND p.patient_id = \(guarantor.uuid)
                """, shape: .one, shows: .only(guarantor))
        }
    }
}
