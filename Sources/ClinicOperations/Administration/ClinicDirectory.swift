import ClinicServer
import Identifiers
import PostgresClient
import SQL

/// The list of a database's clinics. It finds the clinic that an operator names.
package struct ClinicDirectory: Sendable {
    package struct Entry: Hashable, Sendable {
        package let id: UUIDBytes
        package let name: String

        package init(id: UUIDBytes, name: String) {
            self.id = id
            self.name = name
        }
    }

    /// The error for an operator's text that identifies no clinic, or more than one.
    package struct Unclear: Error, Equatable, CustomStringConvertible {
        package let description: String
    }

    /// The clinics of the database, sorted by name.
    let entries: [Entry]

    package init(_ entries: [Entry]) { self.entries = entries }

    /// Reads the clinics from a database.
    ///
    /// - Throws: `PostgresError`.
    init(readFrom pool: PostgresPool) async throws {
        let rows = try await pool.perform(
            "SELECT clinic_id, document -> 'profile' ->> 'name' FROM clinic_profile ORDER BY 2, 1", effect: .reads)
        entries = try rows.map { Entry(id: try $0.uuid(0), name: try $0.text(1)) }
    }

    /// The clinic with an id or name. Case is ignored unless two names differ only in case.
    ///
    /// - Parameter text: an id or name; `nil` for the only clinic of the database.
    package func find(_ text: String?) throws(Unclear) -> Entry {
        guard let text else { return try only(of: entries, "say which clinic with --clinic") }
        if let id = UUIDBytes(text) {
            guard let entry = entries.first(where: { $0.id == id }) else { throw noSuchClinic(text) }
            return entry
        }
        let exact = entries.filter { $0.name == text }
        let similar = entries.filter { $0.name.lowercased() == text.lowercased() }
        let fitting = exact.isEmpty ? similar : exact
        guard !fitting.isEmpty else { throw noSuchClinic(text) }
        return try only(of: fitting, "several clinics are called \(text); give one's id with --clinic")
    }

    /// The clinic with a name; `nil` if there is none. Case is ignored unless several clinics' names differ only in
    /// case.
    func named(_ name: String) throws(Unclear) -> Entry? {
        entries.contains { $0.name.lowercased() == name.lowercased() } ? try find(name) : nil
    }

    private func only(of fitting: [Entry], _ otherwise: String) throws(Unclear) -> Entry {
        guard let first = fitting.first else { throw Unclear(description: "there is no clinic yet") }
        guard fitting.count == 1 else { throw Unclear(description: "\(otherwise):\n\(Self.lines(fitting))") }
        return first
    }

    private func noSuchClinic(_ text: String) -> Unclear {
        Unclear(description: "there is no clinic \(text); there are:\n\(Self.lines(entries))")
    }

    private static func lines(_ entries: [Entry]) -> String {
        entries.map { "  \($0.id)  \($0.name)" }.joined(separator: "\n")
    }
}
