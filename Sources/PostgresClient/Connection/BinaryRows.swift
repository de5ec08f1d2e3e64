import Glibc
public import SQL

/// Rows in the format of a binary COPY: the number of fields in two bytes, then for each field its length in four bytes
/// and its bytes, or the length -1 for NULL (PostgreSQL manual, COPY, "Binary Format").
public struct BinaryRows: Sendable {
    private var bytes: [UInt8] = []
    private var ends: [Int] = []

    /// The length of binary COPY's header before the first row: signature, flags, and the length of its extension.
    public static let headerLength = 19

    public init() {}

    public var count: Int { ends.count }

    public mutating func append(_ row: [Bind]) {
        bytes.append(copied: row)
        ends.append(bytes.count)
    }

    private func start(_ index: Int) -> Int { index == 0 ? 0 : ends[index - 1] }

    /// The length of the row at an index, in bytes of the COPY's format.
    public func length(_ index: Int) -> Int { ends[index] - start(index) }

    /// Whether the row at an index of these rows has the same bytes as `other` has from `offset` on.
    public func stands(_ index: Int, in other: [UInt8], at offset: Int) -> Bool {
        let (start, length) = (start(index), length(index))
        guard offset >= 0, other.count - offset >= length else { return false }
        return unsafe bytes.withUnsafeBytes { own in
            unsafe other.withUnsafeBytes { theirs in
                guard let own = own.baseAddress, let theirs = theirs.baseAddress else { return length == 0 }
                return unsafe memcmp(own + start, theirs + offset, length) == 0
            }
        }
    }

    /// The bytes of a field of the row at an index; `nil` for NULL, and if the row has no such field.
    public func field(_ field: Int, of index: Int) -> ArraySlice<UInt8>? {
        guard let row = BinaryRow(in: bytes, at: start(index)), field < row.fields.count else { return nil }
        return row.fields[field].map { bytes[$0] }
    }
}

/// One row of a binary COPY: the ranges of its fields among the COPY's bytes.
public struct BinaryRow {
    /// The ranges of the row's fields among the COPY's bytes; `nil` for NULL.
    public let fields: [Range<Int>?]
    public let end: Int

    /// Finds the fields of the row that begins at `start` in a binary COPY's bytes.
    ///
    /// - Returns: `nil` if there is no complete row, as at the end of a COPY.
    public init?(in bytes: [UInt8], at start: Int) {
        guard start >= 0, start + 2 <= bytes.count, bytes[start] < 0x80 else { return nil }
        var next = start + 2
        var fields: [Range<Int>?] = []
        for _ in 0..<(Int(bytes[start]) << 8 | Int(bytes[start + 1])) {
            guard next + 4 <= bytes.count else { return nil }
            var length: UInt32 = 0
            for index in next..<(next + 4) { length = length << 8 | UInt32(bytes[index]) }
            next += 4
            if length == .max {
                fields.append(nil)
                continue
            }
            guard Int(length) <= bytes.count - next else { return nil }
            fields.append(next..<(next + Int(length)))
            next += Int(length)
        }
        self.fields = fields
        end = next
    }
}

extension [UInt8] {
    /// Appends a row of values in the format of a binary COPY.
    mutating func append(copied row: [Bind]) {
        append(copied: Int16(clamping: row.count))
        for value in row {
            let start = count
            append(copied: Int32(-1))
            guard value.appendBinary(to: &self) else { continue }
            let length = Int32(clamping: count - start - 4)
            for offset in 0..<4 {
                self[start + offset] = UInt8(truncatingIfNeeded: length >> (24 - 8 * Int32(offset)))
            }
        }
    }

    mutating func append(copied value: some FixedWidthInteger) {
        var shift = value.bitWidth
        while shift > 0 {
            shift -= 8
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }
}
