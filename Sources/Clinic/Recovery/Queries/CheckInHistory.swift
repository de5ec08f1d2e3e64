import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

extension RecoveryAPI {
    static let listOwnCheckIns = Endpoint<ClinicAction>(
        .get, "/api/v1/check-ins", id: "listOwnCheckIns", summary: "List one's own check-ins, the latest first",
        details: "The check-ins of the caller or of a dependant.",
        tag: tag, for: PatientOrPerson.self, takes: .dependant, .page(key: [.uuid]),
        answers: [.page(of: CheckInDocument.codec, "A page of check-ins")]
    ) { caller, dependant, page throws(Problem) in
        let patient = dependant ?? ID<Patient>(caller.subject)
        let query = CheckInQueries.history(
            from: "check_in AS c", of: patient, in: caller.feed, where: Viewer(caller).maySee(patient), page)
        return .query { _, _ in query }
    }

    static let listCheckIns = Endpoint<ClinicAction>(
        .get, "/api/v1/check-ins/patients/{patient_id}", id: "listCheckIns",
        summary: "List a patient's check-ins, the latest first", details: "Without those that were missed.",
        tag: tag, for: Clinical.self, takes: .path("patient_id", Codec<ID<Patient>>.patientID), .page(key: [.uuid]),
        answers: [.page(of: CheckInDocument.codec, "A page of check-ins")],
        problems: [.notFound, .restrictedRecord]
    ) { caller, patient, page throws(Problem) in
        let reader = RecordReader(caller)
        return .query { model, now throws(Problem) in
            guard model[.registration(of: patient)].version > 0 else { throw .notFound }
            let filter = CheckInQueries.isOpen(try reader.opens(patient, &model, at: now))
            return CheckInQueries.history(
                from: "check_in AS c JOIN patient AS p USING (clinic_id, patient_id)", of: patient, in: caller.clinic,
                where: filter, page)
        }
    }
}

extension CheckInQueries {
    /// The query for a page of the check-ins of a patient and of merged records, the latest first.
    ///
    /// - Parameters:
    ///   - tables: the table `check_in` with the name `c`, joined with what the filter needs.
    ///   - filter: an SQL condition on these tables, or on the patient whose check-ins are read.
    fileprivate static func history(
        from tables: Statement, of patient: ID<Patient>, in clinic: UUIDBytes, where filter: Statement, _ page: Page
    ) -> DocumentQuery {
        // Version 7 UUIDs sort in the order in which they were made, so earlier check-ins have smaller ids.
        let before: Statement =
            page.after.flatMap { UUIDBytes($0.values[0]) }.map { "AND c.check_in_id < \($0)" as Statement } ?? ""
        return DocumentQuery(
            """
            SELECT c.document, c.check_in_id::text, c.patient_id
            FROM \(tables)
            WHERE c.clinic_id = \(clinic) AND \(PersonRecords.has("c.patient_id", of: patient, in: clinic))
                AND \(filter) \(before)
            ORDER BY c.check_in_id DESC LIMIT \(page.limit + 1)
            """, shape: .page(limit: page.limit, cursorColumns: 1), shows: .inLastColumn)
    }
}
