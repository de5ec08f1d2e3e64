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
            The sum that is open, how much of it is with payers, and the credit; now, at the end of a day, or at an earlier time. Merged \
            records are included, except with `as_of`. With `as_of`, 404 if the patient had no invoice or payment then. `on` and `as_of` exclude each other.
            """,
        tag: "Billing", for: FrontDesk.self,
        takes: .path("patient_id", Codec<ID<Patient>>.patientID),
        .optionalQuery(
            "on", .date.described("The balance at the end of this day, by the clinic's calendar; absent: now.")),
        .asOf, answers: [.ok(BalanceAnswer.codec, "The balance")],
        problems: [.notFound, .restrictedRecord]
    ) { caller, patient, date, time throws(Problem) in
        guard date == nil || time == nil else {
            throw .malformed(query: "on", code: "excluded", detail: "must be absent if as_of is present")
        }
        let reader = RecordReader(caller)
        let now: PastQuery.Now = { model, now throws(Problem) in
            // The patient's record may become restricted after the check of the caller's access and before the query
            // runs. In that case the query's filter excludes the patient's row, and the answer is 404.
            let isOpen = try reader.opens(patient, &model, at: now)
            let filter: Statement = isOpen ? "true" : "restricted_document IS NULL"
            let basics = model[.basics]
            if let date, date < basics.zone.date(of: now) {
                return BillingQueries.account(caller.clinic, patient, on: date, where: filter, &model)
            }
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
    /// A query for the debt and credit of a patient, which are zero if the patient never had an invoice or a payment.
    ///
    /// - Parameter filter: an SQL condition on the patient's row in the table `patient`.
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
                SELECT json_build_object(
                    'document', coalesce(patient_account.document, \(Bind.json(document))),
                    'merged', (\(mergedAccounts(clinic, patient))),
                    'with_payers', (
                        \(withPayers(clinic, where: PersonRecords.has("claimed.patient_id", of: patient, in: clinic))))),
                    shown.patient_id
                FROM patient LEFT JOIN patient_account USING (clinic_id, patient_id)
                    CROSS JOIN (\(records(shownFor: patient, in: clinic))) AS shown
                WHERE clinic_id = \(clinic) AND patient.patient_id = \(patient.uuid)
                    AND \(viewer?.maySee(patient) ?? "true") AND \(filter)
                """, shape: .one, shows: .inLastColumn, form: PresentBalance.answer)
        }
    }

    /// A subquery for the accounts of the records that were merged into a patient's, as a JSON array.
    private static func mergedAccounts(_ clinic: UUIDBytes, _ patient: ID<Patient>) -> Statement {
        """
        SELECT coalesce(json_agg(other.document), '[]')
        FROM patient AS same JOIN patient_account AS other USING (clinic_id, patient_id)
        WHERE same.clinic_id = \(clinic) AND same.merged_into = \(patient)
        """
    }

    /// A subquery for the part of patients' debt that submitted claims ask payers for.
    ///
    /// - Parameter condition: the SQL condition that chooses the patients; it names the table `invoice` as `claimed`.
    static func withPayers(_ clinic: UUIDBytes, where condition: Statement) -> Statement {
        """
        SELECT coalesce(sum((claimed.document ->> 'with_payers')::bigint), 0)::bigint FROM invoice AS claimed
        WHERE claimed.clinic_id = \(clinic) AND \(condition) AND claimed.balance > 0
        """
    }

    /// A query for the debt and credit of a patient at the end of a past day. Both are folded from events; the
    /// statement only checks that the patient's row satisfies `filter`.
    fileprivate static func account(
        _ clinic: UUIDBytes, _ patient: ID<Patient>, on date: CivilDate, where filter: Statement,
        _ model: inout DecisionModel<ClinicEvent>
    ) -> DocumentQuery {
        let (basics, histories) = (model[.basics], model.accountHistories(shownFor: patient))
        let end = basics.zone.bounds(of: date).upperBound
        let balances = histories.map { $0.balance(before: end) }
        let document = PatientAccounts.codec.bytes(
            AccountDocument(
                id: patient,
                version: histories.reduce(model[.registration(of: patient)].version) { max($0, $1.version) },
                currency: basics.currency.code, open: balances.reduce(0) { $0 + $1.open },
                credit: balances.reduce(0) { $0 + $1.credit }))
        return DocumentQuery(
            """
            SELECT \(Bind.json(document)), shown.patient_id
            FROM patient CROSS JOIN (\(records(shownFor: patient, in: clinic))) AS shown
            WHERE clinic_id = \(clinic) AND patient.patient_id = \(patient.uuid) AND \(filter)
            """, shape: .one, shows: .inLastColumn, form: PatientAccounts.answer)
    }
}
