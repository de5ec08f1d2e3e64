public import Endpoints
import EventSourcing
public import Identifiers
import JSON
import SQL

/// A patient who reads patient data through the API: their own data, or the data of their dependants.
struct Viewer: Sendable {
    let clinic: UUIDBytes
    let patient: UUIDBytes

    init<Members: Audience>(_ caller: Caller<Members>) {
        clinic = caller.feed
        patient = caller.subject
    }

    /// The viewer for a caller who is a patient; `nil` for staff, whose queries are not limited to certain patients.
    init?<Members: Audience>(ifPatient caller: Caller<Members>) {
        guard caller.role == .patient else { return nil }
        self.init(caller)
    }

    /// The SQL condition that a column contains the id of the viewer or of one of the viewer's dependants, or of a
    /// record that was merged into the record of one of these.
    func maySee(_ column: Statement) -> Statement {
        """
        (\(column) = \(patient) OR \(column) IN (\(dependants)) OR \(column) IN (
            SELECT same.patient_id FROM patient AS same
            WHERE same.clinic_id = \(clinic) AND same.merged_into IS NOT NULL
                AND (same.merged_into = \(patient) OR same.merged_into IN (\(dependants)))))
        """
    }

    /// The SQL condition that the viewer may see a patient's data, in a form for which PostgreSQL finds the rows by an
    /// index on the column. It is for queries that no other condition limits to one patient or one entity.
    func owns(_ column: Statement) -> Statement {
        """
        \(column) = ANY (ARRAY(
            SELECT \(patient)::uuid
            UNION ALL
            \(dependants)
            UNION ALL
            SELECT same.patient_id FROM patient AS same
            WHERE same.clinic_id = \(clinic) AND same.merged_into IS NOT NULL
                AND (same.merged_into = \(patient) OR same.merged_into IN (\(dependants)))))
        """
    }

    /// The SQL condition that the requested patient is the viewer or one of the viewer's dependants.
    func maySee(_ asked: ID<Patient>) -> Statement {
        asked.uuid == patient ? "true" : "\(asked) IN (\(dependants))"
    }

    /// The requested patient, if it is the viewer or one of the viewer's dependants; otherwise `nil`.
    func visible(_ asked: ID<Patient>, _ model: inout DecisionModel<ClinicEvent>) -> VisiblePatient? {
        let own = ID<Patient>(patient)
        guard asked == own || model.looks(own, after: asked) else { return nil }
        return VisiblePatient(asked, merged: model[.registration(of: asked)].mergedRecord)
    }

    /// The ids of the viewer's dependants, without those whose record is restricted.
    private var dependants: Statement {
        """
        SELECT dependant.id::uuid
        FROM guardian AS g CROSS JOIN json_array_elements_text(g.document -> 'dependants') AS dependant (id)
        WHERE g.clinic_id = \(clinic) AND \(PersonRecords.has("g.guardian_id", of: ID(patient), in: clinic))
            AND \(Guardians.isOpen("g", "dependant.id::uuid"))
        """
    }

    /// The query for the cards of the viewer's dependants, sorted by name.
    var cards: DocumentQuery {
        DocumentQuery(
            """
            SELECT p.card, p.patient_id FROM patient AS p
            WHERE p.clinic_id = \(clinic) AND p.patient_id IN (\(dependants))
            ORDER BY p.sort_name, p.patient_id LIMIT \(Int64(NameGuardian.limit + 1))
            """, shape: .page(limit: NameGuardian.limit, cursorColumns: 0), shows: .inLastColumn)
    }
}

/// A patient whose data the viewer may see. This was checked before the value was made.
struct VisiblePatient: Hashable, Sendable {
    let id: ID<Patient>
    /// The record that was merged into the patient's; `nil` if there is none.
    let merged: ID<Patient>?

    fileprivate init(_ id: ID<Patient>, merged: ID<Patient>?) {
        self.id = id
        self.merged = merged
    }

    func has(_ record: ID<Patient>) -> Bool { record == id || record == merged }
}

extension Input where Value == ID<Patient>? {
    /// The dependant whose data is requested; `nil` for the caller's own data.
    public static var dependant: Input {
        .optionalQuery(
            "patient_id",
            Codec<ID<Patient>>.id().described("A patient whom the caller looks after; absent: the caller."))
    }
}
