import Identifiers

/// Reads fixed-width ASCII numbers, as RFC 3339 writes them.
struct DigitReader {
    private let bytes: ArraySlice<UInt8>
    private var next: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        next = bytes.startIndex
    }

    var isAtEnd: Bool { next == bytes.endIndex }

    mutating func digits(_ width: Int) -> Int? {
        guard bytes.endIndex - next >= width else { return nil }
        var value = 0
        for index in next..<(next + width) {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            value = value * 10 + Int(digit)
        }
        next += width
        return value
    }

    mutating func skip(_ expected: Unicode.Scalar, or other: Unicode.Scalar? = nil) -> Bool {
        guard next < bytes.endIndex else { return false }
        let scalar = Unicode.Scalar(bytes[next])
        guard scalar == expected || scalar == other else { return false }
        next += 1
        return true
    }

    mutating func date() -> CivilDate? {
        guard let year = digits(4), skip("-"), let month = digits(2), skip("-"), let day = digits(2) else { return nil }
        return CivilDate(year: year, month: month, day: day)
    }

    /// Skips the fraction of a second in an RFC 3339 time, if it has one. Returns false for a point without digits.
    mutating func skipFraction() -> Bool {
        guard skip(".") else { return true }
        guard digits(1) != nil else { return false }
        while digits(1) != nil {}
        return true
    }

    /// Reads the offset of an RFC 3339 time, `Z`, `+hh:mm` or `-hh:mm`, in seconds east of Greenwich.
    mutating func offset() -> Int? {
        if skip("Z", or: "z") { return 0 }
        let sign = skip("+") ? 1 : -1
        guard sign == 1 || skip("-"), let hour = digits(2), hour < 24, skip(":"), let minute = digits(2), minute < 60
        else { return nil }
        return sign * (hour * 3600 + minute * 60)
    }
}

/// Writes numbers of two or four digits in ASCII.
struct DigitWriter {
    private(set) var bytes: [UInt8] = []

    init(capacity: Int) { bytes.reserveCapacity(capacity) }

    mutating func byte(_ byte: UInt8) { bytes.append(byte) }

    mutating func bytes(of text: StaticString) { bytes.append(contentsOf: text.description.utf8) }

    mutating func uuid(_ id: UUIDBytes) { id.appendText(to: &bytes) }

    mutating func digits(_ value: Int, width: Int) {
        if width == 4 { digits(value / 100, width: 2) }
        bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value / 10 % 10))
        bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value % 10))
    }

    mutating func date(_ date: CivilDate) {
        let (year, month, day) = date.components
        digits(year, width: 4)
        byte(UInt8(ascii: "-"))
        digits(month, width: 2)
        byte(UInt8(ascii: "-"))
        digits(day, width: 2)
    }
}
