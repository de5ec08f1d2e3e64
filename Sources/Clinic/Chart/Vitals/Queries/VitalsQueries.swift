import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// The SQL of queries for vital signs.
private enum VitalsQueries {
    /// The query for a page of the readings of a patient's vital signs, the latest measured first. The list includes
    /// the readings of the record that was merged into the patient's record.
    ///
    /// - Parameter filter: the SQL condition on a row `v` under which the caller may see the row.
    static func list(
        of patient: ID<Patient>, in clinic: UUIDBytes, _ page: Page, _ type: VitalType?, _ status: VitalsStatus,
        _ source: VitalsSource? = nil, where filter: Statement
    ) -> DocumentQuery {
        let only: Statement = type.map { "AND position(\(" \($0.rawValue) ") IN v.types) > 0" as Statement } ?? ""
        let ofSource: Statement =
            source.map { "AND v.document ->> 'source' = \($0.rawValue)" as Statement } ?? ""
        return DocumentQuery(
            """
            SELECT v.document, extract(epoch FROM v.measured_at)::bigint::text, v.vitals_id::text, v.patient_id
            FROM vitals AS v
            WHERE v.clinic_id = \(clinic) AND \(PersonRecords.has("v.patient_id", of: patient, in: clinic))
                AND \(filter) AND v.status = \(status.rawValue) \(only) \(ofSource) \(before(page))
            ORDER BY v.measured_at DESC, v.vitals_id DESC LIMIT \(page.limit + 1)
            """, shape: .page(limit: page.limit, cursorColumns: 2), shows: .inLastColumn)
    }

    /// The SQL condition for the readings after the last one of the previous page.
    private static func before(_ page: Page) -> Statement {
        guard let values = page.after?.values, values.count == 2, let second = Int64(values[0]),
            let id = UUIDBytes(values[1])
        else { return "" }
        return "AND (v.measured_at, v.vitals_id) < (\(Instant(secondsSince1970: second)), \(id))"
    }
}

extension VitalsAPI {
    static let listVitals = Endpoint<ClinicAction>(
        .get, "/api/v1/patients/{patient_id}/vitals", id: "listVitals",
        summary: "List a patient's vital signs, the latest measured first",
        details: """
            Readings that were entered in error are listed only if `status` asks for them. Values that the patient's phone shares with the clinic \
            are not recorded, and are at `GET /api/v1/patients/{patient_id}/device-vitals`.
            """,
        tag: tag, for: Clinical.self, takes: .path("patient_id", Codec<ID<Patient>>.patientID),
        .page(key: [.second, .uuid]), .optionalQuery("type", .typeFilter),
        .query(
            "status", Codec<VitalsStatus>.stringEnum.described("Only readings with this status."), default: .current),
        .optionalQuery("source", Codec<VitalsSource>.stringEnum.described("Only readings of this origin.")),
        answers: [.page(of: Vitals.codec, "A page of readings")], problems: [.notFound, .restrictedRecord]
    ) { caller, patient, page, type, status, source throws(Problem) in
        let reader = RecordReader(caller)
        return .query { model, now throws(Problem) in
            guard model[.registration(of: patient)].version > 0 else { throw .notFound }
            let open = try reader.openRows(of: patient, "v.patient_id", in: caller.clinic, &model, at: now)
            return VitalsQueries.list(of: patient, in: caller.clinic, page, type, status, source, where: open)
        }
    }

    static let getVitals = Endpoint<ClinicAction>(
        .get, "/api/v1/vitals/{vitals_id}", id: "getVitals", summary: "Show vital signs of a patient",
        details: "A reading has the vital signs that were measured at one time.", tag: tag, for: Clinical.self,
        takes: .path("vitals_id", .vitalsID),
        answers: [.ok(Vitals.codec, "The reading")], problems: [.notFound, .restrictedRecord]
    ) { caller, id throws(Problem) in
        let reader = RecordReader(caller)
        return .query { model, now throws(Problem) in
            guard let patient = model[.vitalsReading(id)].patient else { throw .notFound }
            let open = try reader.openRows(of: patient, "v.patient_id", in: caller.clinic, &model, at: now)
            return DocumentQuery(
                """
                SELECT v.document, v.patient_id FROM vitals AS v
                WHERE v.clinic_id = \(caller.clinic) AND v.vitals_id = \(id) AND \(open)
                """, shape: .one, shows: .inLastColumn)
        }
    }

    static let listOwnVitals = Endpoint<ClinicAction>(
        .get, "/api/v1/patient/vitals", id: "listOwnVitals",
        summary: "List one's own vital signs, the latest measured first",
        details:
            """
            Lists the caller's own readings, or those of a dependant. Readings that were entered in error are left \
            out.
            """,
        tag: tag, for: PatientOnly.self, takes: .page(key: [.second, .uuid]), .dependant,
        .optionalQuery("type", .typeFilter), answers: [.page(of: Vitals.codec, "A page of readings")]
    ) { caller, page, dependant, type throws(Problem) in
        let viewer = Viewer(caller)
        let patient = dependant ?? ID(caller.patient)
        let query = VitalsQueries.list(
            of: patient, in: caller.clinic, page, type, .current, where: viewer.maySee(patient))
        return .query { _, _ in query }
    }
}

extension Codec where Value == VitalType {
    fileprivate static var typeFilter: Codec {
        .stringEnum.described("Only readings that measured this vital sign. Their other measurements are shown too.")
    }
}
