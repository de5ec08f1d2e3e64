import Identifiers
import SQL

/// The frame of an event: the bytes that are hashed. It is the event's row as PostgreSQL's binary COPY writes it: the
/// number of columns in two bytes, then for each column its length in four bytes and its bytes, or the length -1 for
/// NULL. All numbers are big-endian, and times are microseconds since 2000-01-01T00:00Z.
package struct EventFrame: Sendable {
    package let bytes: ArraySlice<UInt8>
    package let clinic: UUIDBytes
    package let position: Int64

    /// The columns in an event's frame, in their order.
    enum Column: Int, CaseIterable {
        case clinic, position, recordedAt, schemaVersion, type, data, metadata, command
    }

    /// Reads the frame of the event that begins at an index of copied rows.
    ///
    /// - Throws: if the bytes are not the row of an event.
    init(of piece: [UInt8], from start: Int) throws(MalformedFrame) {
        let count = Column.allCases.count
        // The first two columns of an event's row are the clinic with 16 bytes and the position with 8 bytes.
        guard start + 34 <= piece.count, piece[start] == 0, piece[start + 1] == count,
            Self.length(piece, at: start + 2) == 16, Self.length(piece, at: start + 22) == 8
        else { throw MalformedFrame() }
        clinic = UUIDBytes(
            high: Self.word(piece, at: start + 6), low: Self.word(piece, at: start + 14))
        position = Int64(bitPattern: Self.word(piece, at: start + 26))
        var next = start + 34
        for _ in 2..<count {
            guard next + 4 <= piece.count else { throw MalformedFrame() }
            next += 4 + max(0, Self.length(piece, at: next))
        }
        guard next <= piece.count else { throw MalformedFrame() }
        bytes = piece[start..<next]
    }

    package init(_ event: StoredColumns) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(100 + event.type.count + event.data.count + event.metadata.count)
        Self.append(Int16(Column.allCases.count), to: &bytes)
        Self.append(event.clinic.bytes, to: &bytes)
        Self.append(width: 8, event.position, to: &bytes)
        Self.append(width: 8, event.recordedAt.microsecondsSince1970 &- Self.epoch, to: &bytes)
        Self.append(width: 4, event.schemaVersion, to: &bytes)
        for text in [event.type, event.data, event.metadata] { Self.append(text, to: &bytes) }
        if let command = event.command {
            Self.append(command.bytes, to: &bytes)
        } else {
            Self.append(Int32(-1), to: &bytes)
        }
        self.bytes = bytes[...]
        clinic = event.clinic
        position = event.position
    }

    /// The time at which the event was recorded; `nil` if the frame has another column in its place.
    var recordedAt: Timestamp? {
        let place = bytes.startIndex + 34
        guard place + 12 <= bytes.endIndex, Self.length(bytes[place..<(place + 4)]) == 8 else { return nil }
        return Timestamp(microsecondsSince1970: Self.number(bytes[(place + 4)..<(place + 12)]) &+ Self.epoch)
    }

    /// Decodes the columns in the event's frame.
    package func columns() throws(MalformedFrame) -> StoredColumns {
        func bytes(_ column: Column) throws(MalformedFrame) -> ArraySlice<UInt8> {
            guard let bytes = try Self.field(column, of: self.bytes) else { throw MalformedFrame() }
            return bytes
        }
        return StoredColumns(
            clinic: clinic, position: position,
            recordedAt: Timestamp(microsecondsSince1970: Self.number(try bytes(.recordedAt)) &+ Self.epoch),
            schemaVersion: Int32(truncatingIfNeeded: Self.number(try bytes(.schemaVersion))),
            type: Array(try bytes(.type)), data: Array(try bytes(.data)), metadata: Array(try bytes(.metadata)),
            command: try Self.field(.command, of: self.bytes).flatMap { UUIDBytes(bytes: $0) })
    }

    /// The bytes of one column in an event's frame; `nil` for NULL.
    private static func field(
        _ column: Column, of bytes: ArraySlice<UInt8>
    ) throws(MalformedFrame) -> ArraySlice<UInt8>? {
        var next = bytes.startIndex + 2
        for _ in 0..<column.rawValue {
            guard next + 4 <= bytes.endIndex else { throw MalformedFrame() }
            next += 4 + max(0, length(bytes[next..<(next + 4)]))
        }
        guard next + 4 <= bytes.endIndex else { throw MalformedFrame() }
        let count = length(bytes[next..<(next + 4)])
        guard count >= 0 else { return nil }
        guard next + 4 + count <= bytes.endIndex else { throw MalformedFrame() }
        return bytes[(next + 4)..<(next + 4 + count)]
    }

    private static func length(_ bytes: [UInt8], at index: Int) -> Int {
        var length: UInt32 = 0
        for index in index..<(index + 4) { length = length << 8 | UInt32(bytes[index]) }
        return Int(Int32(bitPattern: length))
    }

    private static func word(_ bytes: [UInt8], at index: Int) -> UInt64 {
        var word: UInt64 = 0
        for index in index..<(index + 8) { word = word << 8 | UInt64(bytes[index]) }
        return word
    }

    private static func length(_ bytes: ArraySlice<UInt8>) -> Int {
        Int(Int32(truncatingIfNeeded: number(bytes)))
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
        bytes.reduce(0) { $0 << 8 | Int64($1) }
    }

    private static func append(_ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
        var shift = value.bitWidth
        while shift > 0 {
            shift -= 8
            bytes.append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    private static func append(width: Int32, _ value: some FixedWidthInteger, to bytes: inout [UInt8]) {
        append(width, to: &bytes)
        append(value, to: &bytes)
    }

    private static func append(_ field: [UInt8], to bytes: inout [UInt8]) {
        append(Int32(truncatingIfNeeded: field.count), to: &bytes)
        bytes += field
    }

    /// PostgreSQL's epoch, 2000-01-01T00:00Z, in microseconds since 1970.
    private static let epoch: Int64 = 946_684_800_000_000
}

/// The columns of a row of the table `event`, byte for byte.
package struct StoredColumns: Hashable, Sendable {
    package var clinic: UUIDBytes
    package var position: Int64
    package var recordedAt: Timestamp
    package var schemaVersion: Int32
    package var type: [UInt8]
    package var data: [UInt8]
    package var metadata: [UInt8]
    package var command: UUIDBytes?
}

/// The error that bytes are not an event's row.
package struct MalformedFrame: Error, CustomStringConvertible {
    package var description: String { "a row that is not an event's" }
}
