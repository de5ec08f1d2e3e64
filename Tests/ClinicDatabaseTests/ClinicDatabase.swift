import Clinic
import EventLoop
import EventSourcing
import Identifiers
import Migrations
import PostgresClient
import SQL
import TestSupport

extension DatabaseTemplate {
    /// A database with all migrations and no data.
    static let clinic = DatabaseTemplate("clinic") { conninfo in
        try await EventLoop.with { loop in
            let connection = try await PostgresConnection.connect(PostgresConfiguration(conninfo: conninfo), on: loop)
            defer { connection.close() }
            for migration in Migration.all {
                try await connection.run(script: String(decoding: migration.script, as: UTF8.self))
            }
        }
    }
}

/// A patient with the values from which a registration makes the row of the table `patient`.
struct Somebody {
    let number: UInt64
    let given: String
    let family: String
    var born = "1980-01-31"
    var phone = "+49 170 1234567"

    var id: UUIDBytes { UUIDBytes(high: 0x7000, low: 0x8000_0000_0000_0000 | number) }

    func row(in clinic: UUIDBytes) throws -> DocumentRow {
        let json = """
            {"patient_id":"\(id)","identity":"00000000","details":{"given":"\(given)","family":"\(family)",\
            "birth_date":"\(born)","contact":{"phone":"\(phone)"}}}
            """
        let event = try ClinicEvent.types.decode(type: "patient-registered", version: 1, data: Array(json.utf8))
        let fold = DocumentFold(Patients.self)
        fold.absorb([
            Recorded(
                clinic: clinic, position: 1, event: event, recordedAt: Instant(secondsSince1970: 0), actor: .system)
        ])
        guard let row = fold.row(.id(id)) else { throw NoRow() }
        return row
    }

    struct NoRow: Error {}
}

extension PostgresConnection {
    /// Inserts the rows of patients as an append does. If a row exists already, only its sort name and its search terms
    /// are updated.
    func register(_ people: [Somebody], in clinic: UUIDBytes) async throws {
        let rows = try people.map { person in
            let row = try person.row(in: clinic)
            let columns = row.columns.map { "\($0)" as Statement }.joined()
            return "(\(clinic), \(person.id), \(JSONText(row.document)), \(columns))" as Statement
        }
        _ = try await perform(
            """
            INSERT INTO patient (
                clinic_id, patient_id, document, own_document, card, sort_name, search_terms, restricted_document,
                merged_into)
            VALUES \(rows.joined())
            ON CONFLICT (clinic_id, patient_id) DO UPDATE
            SET sort_name = EXCLUDED.sort_name, search_terms = EXCLUDED.search_terms
            """)
    }
}
