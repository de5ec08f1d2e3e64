import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

extension WaitlistAPI {
    static let listWaitlist = Endpoint<ClinicAction>(
        .get, "/api/v1/waitlist", id: "listWaitlist", summary: "List the patients who wait",
        details: """
            Entries with this status, the longest waiting first, each with its patient. Entries whose last wanted day is over \
            are not listed as `waiting`.
            """, tag: tag, for: FrontDesk.self,
        takes: .query("status", .waitlistStatus, default: WaitlistStatus.waiting),
        .optionalQuery("service_id", Codec<ID<Service>>.id().described("Only entries for this service.")),
        .optionalQuery("patient_id", Codec<ID<Patient>>.id().described("Only entries of this patient.")),
        .page(key: [.uuid]), answers: [.page(of: WaitingPatient.codec, "A page of entries with their patients")]
    ) { caller, status, service, patient, page throws(Problem) in
        let ofService: Statement = service.map { "AND w.service_id = \($0)" as Statement } ?? ""
        let ofPatient: Statement = PersonRecords.filter("w.patient_id", of: patient, in: caller.clinic)
        return .query { model, now throws(Problem) in
            let today = model[.basics].zone.date(of: now)
            return DocumentQuery(
                """
                SELECT w.document, p.card, w.entry_id::text, w.patient_id
                FROM waitlist_entry AS w LEFT JOIN patient AS p USING (clinic_id, patient_id)
                WHERE w.clinic_id = \(caller.clinic) \(WaitlistQueries.with(status, on: today))
                    \(ofService) \(ofPatient) \(WaitlistQueries.after(page))
                ORDER BY w.entry_id LIMIT \(page.limit + 1)
                """, members: ["entry", "patient"], shape: .page(limit: page.limit, cursorColumns: 1),
                shows: .inLastColumn)
        }
    }

    static let listOwnWaitlist = Endpoint<ClinicAction>(
        .get, "/api/v1/patient/waitlist", id: "listOwnWaitlist", summary: "List the times that one waits for",
        details: """
            The caller's own entries of the waitlist, with the offers to accept, the oldest first. Entries whose last wanted \
            day is over are not listed as `waiting`.
            """, tag: tag, for: PatientOnly.self,
        takes: .query("status", .waitlistStatus, default: WaitlistStatus.waiting), .page(key: [.uuid]),
        answers: [.page(of: WaitlistDocument.codec, "A page of entries")]
    ) { caller, status, page throws(Problem) in
        .query { model, now throws(Problem) in
            let today = model[.basics].zone.date(of: now)
            return DocumentQuery(
                """
                SELECT w.document, w.entry_id::text, w.patient_id FROM waitlist_entry AS w
                WHERE w.clinic_id = \(caller.clinic) AND \(PersonRecords.has("w.patient_id", of: ID(caller.patient), in: caller.clinic))
                    \(WaitlistQueries.with(status, on: today)) \(WaitlistQueries.after(page))
                ORDER BY w.entry_id LIMIT \(page.limit + 1)
                """, shape: .page(limit: page.limit, cursorColumns: 1), shows: .inLastColumn)
        }
    }
}

private enum WaitlistQueries {
    /// The SQL condition for the waitlist's entries with a status. Entries whose last wanted day is over do not count
    /// as waiting.
    static func with(_ status: WaitlistStatus, on today: CivilDate) -> Statement {
        guard status == .waiting else { return "AND w.status = \(status.rawValue)" }
        return "AND w.status = \(status.rawValue) AND w.last_day >= \(today)"
    }

    /// The SQL condition for the rows of the waitlist after the last row of the previous page. The rows' ids are
    /// version 7 UUIDs, which sort by time.
    static func after(_ page: Page) -> Statement {
        page.after.flatMap { UUIDBytes($0.values[0]) }.map { "AND w.entry_id > \($0)" as Statement } ?? ""
    }
}
