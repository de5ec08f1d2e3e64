import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

extension RecoveryAPI {
    static let listOwnCheckIns = Endpoint<ClinicAction>(
        .get, "/api/v1/check-ins", id: "listOwnCheckIns", summary: "List one's own check-ins, the latest first",
        details: """
            The check-ins of the caller or of a dependant. A locked session, or one for background work, sees the caller's \
            own.
            """,
        tag: tag, for: PatientOrPerson.self, evenLocked: true, evenInBackground: true, takes: .dependant,
        .page(key: [.second, .uuid]),
        answers: [.page(of: CheckInDocument.codec, "A page of check-ins")],
        problems: [.sessionLocked, .sessionRestricted]
    ) { caller, dependant, page throws(Problem) in
        try CheckInQueries.requireOpenSession(of: caller, toSee: dependant)
        let patient = dependant ?? ID<Patient>(caller.subject)
        let query = CheckInQueries.history(
            from: "check_in AS c", of: patient, in: caller.feed, where: Viewer(caller).maySee(patient), page)
        return .query { _, _ in query }
    }

    static let listCheckIns = Endpoint<ClinicAction>(
        .get, "/api/v1/check-ins/patients/{patient_id}", id: "listCheckIns",
        summary: "List a patient's check-ins, the latest first", details: "Without those that were missed.",
        tag: tag, for: Clinical.self, takes: .path("patient_id", Codec<ID<Patient>>.patientID),
        .page(key: [.second, .uuid]),
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
        // Sorted by the instant of the check-in, since one that was made offline is recorded later. The text of an instant
        // in UTC sorts as the instant does. The index `check_in_time` has this expression.
        let time: Statement = "((c.document ->> 'timestamp') COLLATE \"C\")"
        let before: Statement =
            page.after.flatMap { cursor -> Statement? in
                guard let second = Int64(cursor.values[0]), let id = UUIDBytes(cursor.values[1]) else { return nil }
                let last = Instant(secondsSince1970: second).rfc3339
                return "AND (\(time), c.check_in_id) < (\(last), \(id))"
            } ?? ""
        return DocumentQuery(
            """
            SELECT c.document, extract(epoch FROM (c.document ->> 'timestamp')::timestamptz)::bigint::text,
                c.check_in_id::text, c.patient_id
            FROM \(tables)
            WHERE c.clinic_id = \(clinic) AND \(PersonRecords.has("c.patient_id", of: patient, in: clinic))
                AND \(filter) \(before)
            ORDER BY \(time) DESC, c.check_in_id DESC LIMIT \(page.limit + 1)
            """, shape: .page(limit: page.limit, cursorColumns: 2), shows: .inLastColumn)
    }
}
