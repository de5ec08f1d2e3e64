import Clinic
import EventSourcing
import Identifiers
import PostgresClient
import SQL
import TestSupport

/// The ids and marked texts that must not be sent to another clinic or patient.
struct Secrets {
    private(set) var ids: Set<String>
    private let texts: [String]

    /// The ids in all rows of a clinic in all tables, and the words by which a test recognizes the clinic's texts.
    static func all(of slug: String, clinic: String) async throws -> Secrets {
        Secrets(ids: try await ids(ofClinic: clinic), texts: [FurnishedClinic.mark(slug)] + FurnishedClinic.names(slug))
    }

    /// The ids of all documents about other patients than the given one, and the texts `names`.
    static func others(than patient: String, names: [String], except known: Set<String>) async throws -> Secrets {
        var ids: Set<String> = []
        for model in ClinicFeatures.readModels where !model.export.isEmpty {
            let table = model.projection.table
            // The id of a document's patient is in the column `patient_id`, or in the key if the table has no such
            // column.
            let hasColumn = model.projection.columns.contains { $0.name.description == "patient_id" }
            let whose = hasColumn ? Identifier("patient_id") : Identifier(table.keyColumn.text)
            let rows = try await TestDatabase.current.withConnection { connection in
                try await connection.perform(
                    """
                    SELECT document ->> 'id' FROM \(Identifier(table.name.text))
                    WHERE \(whose) <> \(patient)::text::uuid AND document ->> 'id' IS NOT NULL
                    """, effect: .reads)
            }
            for row in rows { ids.insert(try row.text(0)) }
        }
        return Secrets(ids: ids.subtracting(known), texts: names)
    }

    /// All values of UUID columns in the clinic's rows of all tables that have a column `clinic_id`.
    private static func ids(ofClinic clinic: String) async throws -> Set<String> {
        let rows = try await TestDatabase.current.withConnection { connection in
            try await connection.perform(
                """
                SELECT DISTINCT found.id FROM information_schema.columns AS c
                JOIN information_schema.columns AS i USING (table_schema, table_name)
                CROSS JOIN LATERAL unnest(xpath('//id/text()', query_to_xml(format(
                    'SELECT DISTINCT %I AS id FROM %I WHERE clinic_id = %L', i.column_name, c.table_name, \(clinic)),
                    false, false, '')::text::xml)::text[]) AS found (id)
                WHERE c.table_schema = 'public' AND c.column_name = 'clinic_id' AND i.udt_name = 'uuid'
                """, effect: .reads
            ).map { try $0.text(0) }
        }
        // The nil UUID identifies no entity, so answers may contain it.
        return Set(rows).subtracting(["00000000-0000-0000-0000-000000000000"])
    }

    /// The secret ids and marked texts that occur in `text`, without the id that the request itself named (`asked`).
    func found(in text: String, except asked: String?) -> [String] {
        let pieces = text.split { !($0.isHexDigit || $0 == "-") }.filter { $0.utf8.count == 36 }.map(String.init)
        return Set(pieces).intersection(ids).union(texts.filter { text.contains($0) }).filter { $0 != asked }
    }
}
