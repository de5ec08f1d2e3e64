public import SQL

/// Rows for `COPY … FROM STDIN WITH (FORMAT binary)`.
///
/// PostgreSQL converts nothing: each value must have exactly its column's type (an `Int32` for an `integer`, an `Int64`
/// for a `bigint`, JSON bytes for a `json`).
public struct BinaryCopy: Sendable {
    private var bytes: [UInt8] = []
    private var began = false

    public init() {}

    /// The number of bytes of the COPY that have been added since the last `take`.
    public var count: Int { bytes.count }

    public mutating func append(_ row: [Bind]) {
        beginOnce()
        bytes.append(copied: row)
    }

    /// Returns the bytes of the COPY that have been added since the last call, as a piece for `copyIn`.
    public mutating func take() -> [UInt8] {
        beginOnce()
        defer { bytes = [] }
        return bytes
    }

    /// Ends the COPY with its end mark, and returns the last piece.
    public mutating func finish() -> [UInt8] {
        beginOnce()
        bytes.append(copied: Int16(-1))
        return take()
    }

    /// Appends the header of a binary COPY, once: signature, flags, length of the header's extension (PostgreSQL
    /// manual, COPY, "Binary Format").
    private mutating func beginOnce() {
        guard !began else { return }
        began = true
        bytes += [0x50, 0x47, 0x43, 0x4F, 0x50, 0x59, 0x0A, 0xFF, 0x0D, 0x0A, 0x00]
        bytes.append(copied: Int32(0))
        bytes.append(copied: Int32(0))
    }
}
