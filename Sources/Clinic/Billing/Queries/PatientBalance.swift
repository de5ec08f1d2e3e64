import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

extension BillingAPI {
    static let getOwnBalance = Endpoint<ClinicAction>(
        .get, "/api/v1/patient/balance", id: "getOwnBalance", summary: "Show one's own balance",
        details: "The sum that the caller or a dependant has to pay, and their credit.",
        tag: "Billing",
        for: PatientOnly.self, takes: .dependant, answers: [.ok(BalanceAnswer.codec, "The balance")],
        problems: [.notFound]
    ) { caller, dependant throws(Problem) in
        .query(
            BillingQueries.account(caller.clinic, dependant ?? ID(caller.patient), for: Viewer(caller)))
    }

    static let getPatientBalance = Endpoint<ClinicAction>(
        .get, "/api/v1/patients/{patient_id}/balance", id: "getPatientBalance",
        summary: "Show a patient's balance",
        details: """
            The sum that the patient has to pay, and their credit. With `as_of`, 404 if the patient had no invoice or \
            payment then.
            """,
        tag: "Billing", for: FrontDesk.self,
        takes: .path("patient_id", Codec<ID<Patient>>.patientID), .asOf,
        answers: [.ok(BalanceAnswer.codec, "The balance")],
        problems: [.notFound, .restrictedRecord]
    ) { caller, patient, time throws(Problem) in
        let reader = RecordReader(caller)
        let now: PastQuery.Now = { model, now throws(Problem) in
            // If the record is restricted between this check and the read, the filter excludes the row, and the answer
            // is 404.
            let isOpen = try reader.opens(patient, &model, at: now)
            let filter: Statement = isOpen ? "true" : "restricted_document IS NULL"
            return try BillingQueries.account(caller.clinic, patient, where: filter)(&model, now)
        }
        guard let time else { return .query(now) }
        return .past(
            PastQuery(
                time, now: now,
                .one(PastDocument(PatientAccounts.self, DocumentKey(patient), form: PatientAccounts.answer))))
    }
}

extension BillingQueries {
    /// A query for the debt and credit of a patient, which are zero if the patient has no invoices.
    ///
    /// - Parameter filter: a condition on the patient's row.
    static func account(
        _ clinic: UUIDBytes, _ patient: ID<Patient>, for viewer: Viewer? = nil, where filter: Statement = "true"
    ) -> ModelQuery {
        { model, _ throws(Problem) in
            let empty = AccountDocument(
                id: patient, version: model[.registration(of: patient)].version,
                currency: model[.basics].currency.code,
                open: 0, credit: 0)
            let document = PatientAccounts.codec.bytes(empty)
            return DocumentQuery(
                """
                SELECT coalesce(patient_account.document, \(Bind.json(document)))
                FROM patient LEFT JOIN patient_account USING (clinic_id, patient_id)
                WHERE clinic_id = \(clinic) AND patient_id = \(patient.uuid) AND \(viewer?.maySee(patient) ?? "true")
                    AND \(filter)
                """, shape: .one, shows: .only(patient), form: PatientAccounts.answer)
        }
    }
}
