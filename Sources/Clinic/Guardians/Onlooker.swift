import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

/// A patient who looks at what is known of patients: of themselves, and of those whom they look after.
struct Onlooker: Sendable {
    let clinic: UUIDBytes
    let patient: UUIDBytes

    init<Members: Audience>(_ caller: Caller<Members>) {
        clinic = caller.clinic
        patient = caller.subject
    }

    /// `nil` for the staff, who see everybody.
    init?<Members: Audience>(ifPatient caller: Caller<Members>) {
        guard caller.role == .patient else { return nil }
        self.init(caller)
    }

    /// The condition that whoever a column names is one of theirs.
    func maySee(_ column: Statement) -> Statement { "(\(column) = \(patient) OR \(column) IN (\(dependants)))" }

    /// The condition that whoever was asked for is one of theirs; one's own data ask nothing.
    func maySee(_ asked: ID<Patient>) -> Statement {
        asked.uuid == patient ? "true" : "\(asked) IN (\(dependants))"
    }

    private var dependants: Statement {
        """
        SELECT dependant.id::uuid
        FROM guardian AS g CROSS JOIN json_array_elements_text(g.document -> 'dependants') AS dependant (id)
        WHERE g.clinic_id = \(clinic) AND g.guardian_id = \(patient)
        """
    }

    /// The cards of those whom they look after, by name.
    var cards: DocumentQuery {
        DocumentQuery(
            """
            SELECT p.card, p.patient_id FROM patient AS p
            WHERE p.clinic_id = \(clinic) AND p.patient_id IN (\(dependants))
            ORDER BY p.sort_name, p.patient_id LIMIT \(Int64(NameGuardian.limit + 1))
            """, shape: .page(limit: NameGuardian.limit, cursorColumns: 0), shows: .inLastColumn)
    }
}

extension Input where Value == ID<Patient>? {
    /// Whose data a patient asks for; absent: their own.
    static var dependant: Input {
        .optionalQuery(
            "patient_id",
            Codec<ID<Patient>>.id().described("A patient whom the caller looks after; absent: the caller."))
    }
}
