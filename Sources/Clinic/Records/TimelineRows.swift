import EventSourcing
import Identifiers
import SQL

/// The rows of one kind in a patient's timeline, as parts of SQL.
struct TimelineRows: Sendable {
    private enum Time {
        /// The time of a row is the time in its id, which is a version 7 UUID.
        case ofID
        /// The time of a row is in a column of the type `timestamptz`.
        case column(Statement)
    }

    private let type: TimelineType
    private let table: Statement
    /// The alias that the rows' table has in the SQL of the query.
    private let alias: Statement
    private let id: Statement
    private var time = Time.ofID
    private let record: Statement

    private init(
        _ type: TimelineType, _ table: Statement, as alias: Statement, id: Statement, time: Time = .ofID,
        record: Statement? = nil
    ) {
        self.type = type
        self.table = table
        self.alias = alias
        self.id = id
        self.time = time
        self.record = record ?? "\(alias).document"
    }

    /// The SQL expression for the id of the patient to whose record a row belongs.
    var patient: Statement { "\(alias).patient_id" }

    init(_ type: TimelineType, forPatients: Bool) {
        switch type {
        case .visit:
            self.init(
                type, "appointment AS a", as: "a", id: "a.appointment_id", time: .column("a.starts_at"),
                record: forPatients ? "a.patient_document" : "a.document")
        case .note: self.init(type, "note AS n", as: "n", id: "n.note_id")
        case .vitals:
            self.init(type, "vitals AS v", as: "v", id: "v.vitals_id", time: .column("v.measured_at"))
        case .prescription: self.init(type, "prescription AS r", as: "r", id: "r.prescription_id")
        case .file: self.init(type, "file AS f", as: "f", id: "f.file_id")
        case .treatmentPlan: self.init(type, "treatment_plan AS t", as: "t", id: "t.treatment_plan_id")
        case .historyForm: self.init(type, "history_form AS h", as: "h", id: "h.form_id")
        case .consent: self.init(type, "consent AS k", as: "k", id: "k.consent_id")
        case .toothFinding:
            self.init(
                type, "dental_chart AS d CROSS JOIN json_array_elements(d.document -> 'findings') AS found (finding)",
                as: "d", id: "(found.finding ->> 'id')::uuid", record: "found.finding")
        case .perioExamination: self.init(type, "perio_examination AS x", as: "x", id: "x.examination_id")
        }
    }

    /// The query for the latest rows in a range of a patient's timeline, with those of a record that was merged into the
    /// patient's.
    ///
    /// - Parameters:
    ///   - filter: the condition for the rows that the caller may see.
    ///   - isOutdated: the condition for rows whose record is outdated although no event changed it.
    func select(
        of patient: ID<Patient>, in clinic: UUIDBytes, _ range: TimelineRange, where filter: Statement,
        isOutdated: Statement
    ) -> Statement {
        let (milliseconds, isHeld): (Statement, Statement) =
            switch time {
            case .ofID: (TimelineRange.time(in: id), range.holds(id: id))
            case .column(let time): (TimelineRange.milliseconds(of: time), range.holds(time: time, id: id))
            }
        return """
            (SELECT \(record) AS record, \(type.rawValue)::text AS type, \(milliseconds) AS time,
                \(isOutdated) AS is_outdated, \(id) AS id, \(self.patient) AS patient_id
            FROM \(table)
            WHERE \(alias).clinic_id = \(clinic) AND \(PersonRecords.has(self.patient, of: patient, in: clinic))
                AND \(filter) AND \(isHeld)
            ORDER BY time DESC, id DESC LIMIT \(range.limit + 1))
            """
    }
}
