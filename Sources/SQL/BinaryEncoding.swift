import Identifiers

/// Encodes a statement's values in PostgreSQL's binary formats: network byte order, `timestamptz` in microseconds and
/// `date` in days since 2000.

extension Bind {
    /// Appends the bytes of a statement's value in PostgreSQL's binary format.
    ///
    /// - Returns: `false` if the value is NULL, for which no bytes are appended.
    package func appendBinary(to bytes: inout [UInt8]) -> Bool {
        switch self {
        case .null: return false
        case .bool(let value): bytes.append(value ? 1 : 0)
        case .int16(let value): bytes.append(bigEndian: value)
        case .int32(let value): bytes.append(bigEndian: value)
        case .int64(let value): bytes.append(bigEndian: value)
        case .double(let value): bytes.append(bigEndian: value.bitPattern)
        case .text(let value): bytes.append(contentsOf: value.utf8)
        case .utf8(let value), .json(let value), .bytes(let value): bytes.append(contentsOf: value)
        case .uuid(let value):
            bytes.append(bigEndian: value.high)
            bytes.append(bigEndian: value.low)
        case .timestamp(let microseconds): bytes.append(bigEndian: Epoch.wireMicroseconds(microseconds))
        case .date(let days): bytes.append(bigEndian: Epoch.wireDays(days))
        case .array(let array): bytes.append(contentsOf: array.bytes)
        }
        return true
    }
}

/// Converts dates and timestamps from this program's form, which counts from 1970-01-01, to PostgreSQL's, which counts
/// from 2000-01-01, and back. A value that would overflow becomes PostgreSQL's `-infinity`; in the other direction it
/// becomes the largest number.
package enum Epoch {
    static let daysBetween: Int32 = 10_957
    static let microsecondsBetween: Int64 = 946_684_800_000_000

    package static func wireMicroseconds(_ since1970: Int64) -> Int64 {
        let (result, overflow) = since1970.subtractingReportingOverflow(microsecondsBetween)
        return overflow ? .min : result
    }

    package static func wireDays(_ since1970: Int32) -> Int32 {
        let (result, overflow) = since1970.subtractingReportingOverflow(daysBetween)
        return overflow ? .min : result
    }

    package static func microsecondsSince1970(wire: Int64) -> Int64 {
        let (result, overflow) = wire.addingReportingOverflow(microsecondsBetween)
        return overflow ? .max : result
    }

    package static func daysSince1970(wire: Int32) -> Int32 {
        let (result, overflow) = wire.addingReportingOverflow(daysBetween)
        return overflow ? .max : result
    }
}

extension [UInt8] {
    mutating func append(bigEndian value: some FixedWidthInteger) {
        var shift = value.bitWidth
        while shift > 0 {
            shift -= 8
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    mutating func overwrite(bigEndian value: Int32, at index: Int) {
        for offset in 0..<4 { self[index + offset] = UInt8(truncatingIfNeeded: value >> (24 - 8 * offset)) }
    }
}
