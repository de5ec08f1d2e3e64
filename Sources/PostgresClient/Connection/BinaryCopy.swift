public import SQL

/// Rows for `COPY … FROM STDIN WITH (FORMAT binary)`.
///
/// The server converts nothing: each value must have its column's very type (an `Int32` for an `integer`, an `Int64`
/// for a `bigint`, JSON bytes for a `json`).
public struct BinaryCopy: Sendable {
    private var bytes: [UInt8] = []
    private var began = false

    public init() {}

    /// Bytes gathered since the last `take`.
    public var count: Int { bytes.count }

    public mutating func append(_ row: [Bind]) {
        beginOnce()
        append(Int16(clamping: row.count))
        for value in row {
            let start = bytes.count
            append(Int32(-1))
            guard value.appendBinary(to: &bytes) else { continue }
            let length = Int32(clamping: bytes.count - start - 4)
            for offset in 0..<4 {
                bytes[start + offset] = UInt8(truncatingIfNeeded: length >> (24 - 8 * Int32(offset)))
            }
        }
    }

    /// What was gathered, as a piece for `copyIn`.
    public mutating func take() -> [UInt8] {
        beginOnce()
        defer { bytes = [] }
        return bytes
    }

    /// The last piece.
    public mutating func finish() -> [UInt8] {
        beginOnce()
        append(Int16(-1))
        return take()
    }

    /// PostgreSQL manual, COPY, "Binary Format": signature, flags, length of the header's extension.
    private mutating func beginOnce() {
        guard !began else { return }
        began = true
        bytes += [0x50, 0x47, 0x43, 0x4F, 0x50, 0x59, 0x0A, 0xFF, 0x0D, 0x0A, 0x00]
        append(Int32(0))
        append(Int32(0))
    }

    private mutating func append(_ value: some FixedWidthInteger) {
        var shift = value.bitWidth
        while shift > 0 {
            shift -= 8
            bytes.append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }
}
