import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// The query for a page of a patient's timeline, the latest entry first.
struct Timeline {
    let patient: ID<Patient>
    let clinic: UUIDBytes
    let range: TimelineRange
    /// The current day by the clinic's calendar.
    let today: CivilDate
    let now: Instant

    /// Makes the query for a page of a patient's timeline.
    ///
    /// - Parameter rows: the kinds of rows, each with the condition for those that the caller may see; empty if the
    ///   caller may see none.
    func query(_ rows: [(type: TimelineType, filter: Statement)], forPatients: Bool) -> DocumentQuery {
        // If the caller may see no kind of rows, the query reads one table under a condition that is always false. So
        // its answer has the same columns as any other.
        let rows = rows.isEmpty ? [(type: TimelineType.visit, filter: "false" as Statement)] : rows
        let parts = rows.map { rows in
            TimelineRows(rows.type, forPatients: forPatients).select(
                of: patient, in: clinic, range, where: rows.filter,
                isOutdated: isOutdated(rows.type, forPatients: forPatients))
        }
        let union = parts.dropFirst().reduce(parts[0]) { "\($0) UNION ALL \($1)" }
        return DocumentQuery(
            """
            SELECT entry.record, to_json(entry.type),
                to_json(to_char(to_timestamp(entry.time / 1000) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')),
                entry.is_outdated, entry.time::text, entry.id::text, entry.patient_id
            FROM (\(union)) AS entry
            ORDER BY entry.time DESC, entry.id DESC LIMIT \(range.limit + 1)
            """, members: ["record", "type", "at"], shape: .page(limit: range.limit, cursorColumns: 2),
            shows: .inLastColumn, outdated: .timeline(markedIn: 3))
    }

    private func isOutdated(_ type: TimelineType, forPatients: Bool) -> Statement {
        switch type {
        case .visit: forPatients ? AppointmentQueries.mayBeOutdated(at: now) : "false"
        case .prescription: PrescriptionQueries.isExpired(on: today)
        case .note, .vitals, .file, .treatmentPlan, .historyForm, .consent, .toothFinding, .perioExamination: "false"
        }
    }
}

extension DocumentQuery.Outdated {
    /// Corrects outdated entries before a timeline is sent: prescriptions whose last valid day is over, and
    /// appointments that can no longer be cancelled. Each of the two corrections leaves the other kind of entry
    /// unchanged.
    fileprivate static func timeline(markedIn column: Int) -> DocumentQuery.Outdated {
        let (prescription, appointment) = (expired, cancellation(markedIn: column))
        return DocumentQuery.Outdated(mark: column) { appointment.renewed(prescription.renewed($0)) }
    }
}
