import EventSourcing
import Identifiers
import JSON
import SQL

/// An event as a line of an export: every stored column, with `data` and `metadata` as strings, and the event's hash.
package struct ExportedEvent: Hashable, Sendable {
    package let columns: StoredColumns
    /// The event's hash; `nil` if it was not chained yet.
    package let hash: ChainHash?

    package init(columns: StoredColumns, hash: ChainHash?) {
        self.columns = columns
        self.hash = hash
    }

    /// Reads an exported event.
    ///
    /// - Throws: `MalformedLine`.
    package init(line: [UInt8]) throws {
        guard let json = try? JSONValue(parsing: line, limits: .stored),
            let clinic = json["clinic_id"]?.string.flatMap({ UUIDBytes($0) }), let position = json["position"]?.integer,
            let recordedAt = json["recorded_at"]?.string.flatMap({ Timestamp(micros: $0) }),
            let version = json["schema_version"]?.integer.flatMap({ Int32(exactly: $0) }),
            let type = json["type"]?.string,
            let data = json["data"]?.string, let metadata = json["metadata"]?.string,
            json.members?.count == Self.members
        else { throw MalformedLine() }
        hash = try Self.optional(json["hash"]) { ChainHash(hex: $0) }
        columns = StoredColumns(
            clinic: clinic, position: position, recordedAt: recordedAt,
            schemaVersion: version, type: Array(type.utf8), data: Array(data.utf8),
            metadata: Array(metadata.utf8), command: try Self.optional(json["command_id"]) { UUIDBytes($0) })
    }

    private static let members = 9

    /// Reads a member of an exported event that is null or a text. `read` converts the text, or refuses it with `nil`.
    private static func optional<Value>(_ json: JSONValue?, _ read: (String) -> Value?) throws -> Value? {
        guard let json else { throw MalformedLine() }
        if json == .null { return nil }
        guard let value = json.string.flatMap(read) else { throw MalformedLine() }
        return value
    }

    /// Appends the event to `bytes` as a line of an export, including the line end.
    package func append(to bytes: inout [UInt8]) {
        var writer = JSONWriter(appendingTo: bytes)
        writer.object { line in
            line.member("clinic_id", columns.clinic.text)
            line.name("position")
            line.write(columns.position)
            line.member("recorded_at", columns.recordedAt.micros)
            line.name("schema_version")
            line.write(Int64(columns.schemaVersion))
            line.member("type", String(decoding: columns.type, as: UTF8.self))
            line.member("data", String(decoding: columns.data, as: UTF8.self))
            line.member("metadata", String(decoding: columns.metadata, as: UTF8.self))
            line.name("command_id")
            if let command = columns.command { line.write(command.text) } else { line.writeNull() }
            line.name("hash")
            if let hash { line.write(hash.hex) } else { line.writeNull() }
        }
        bytes = writer.bytes + [UInt8(ascii: "\n")]
    }

    package struct MalformedLine: Error {}
}

extension Timestamp {
    /// The time as an export writes it, to the microsecond: `2026-11-23T09:00:00.000000Z`.
    fileprivate var micros: String {
        let second =
            microsecondsSince1970 >= 0
            ? microsecondsSince1970 / 1_000_000 : (microsecondsSince1970 - 999_999) / 1_000_000
        let rest = String(microsecondsSince1970 - second * 1_000_000)
        return Instant(secondsSince1970: second).rfc3339.dropLast() + "."
            + String(repeating: "0", count: 6 - rest.count)
            + rest + "Z"
    }

    fileprivate init?(micros text: String) {
        guard text.utf8.count == 27, let second = Instant(rfc3339: text),
            let rest = Int64(text.dropFirst(20).dropLast())
        else { return nil }
        self.init(microsecondsSince1970: second.secondsSince1970 * 1_000_000 + rest)
    }
}
