import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

extension SeriesAPI {
    static let getSeries = Endpoint<ClinicAction>(
        .get, "/api/v1/series/{series_id}", id: "getSeries", summary: "Show a series of visits",
        details: "The visits of the series, and those that could not be booked.", tag: tag, for: Staff.self,
        takes: .path("series_id", .seriesID), answers: [.ok(SeriesDocument.codec, "The series")], problems: [.notFound]
    ) { caller, series throws(Problem) in
        let query = DocumentQuery(
            "SELECT document, patient_id FROM visit_series WHERE clinic_id = \(caller.clinic) AND series_id = \(series)",
            shape: .one, shows: .inLastColumn)
        return .query { _, _ in query }
    }

    static let listSeries = Endpoint<ClinicAction>(
        .get, "/api/v1/series", id: "listSeries", summary: "List a patient's series of visits",
        details: "The latest first.", tag: tag, for: Staff.self, takes: .query("patient_id", .patientID),
        .page(key: [.uuid]), answers: [.page(of: SeriesDocument.codec, "A page of series")]
    ) { caller, patient, page throws(Problem) in
        let before: Statement =
            page.after.flatMap { UUIDBytes($0.values[0]) }.map { "AND series_id < \($0)" as Statement } ?? ""
        let query = DocumentQuery(
            """
            SELECT document, series_id::text, patient_id FROM visit_series
            WHERE clinic_id = \(caller.clinic) AND \(PersonRecords.has("patient_id", of: patient, in: caller.clinic))
                \(before)
            ORDER BY series_id DESC LIMIT \(page.limit + 1)
            """, shape: .page(limit: page.limit, cursorColumns: 1), shows: .inLastColumn)
        return .query { _, _ in query }
    }
}
