import Identifiers
import JSON

/// A random number generator that returns the same numbers for the same seed (SplitMix64).
struct Random: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }

    mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    mutating func scalar() -> Unicode.Scalar {
        switch int(0...9) {
        case 0: Unicode.Scalar(UInt8(int(0...31)))
        case 1: "\""
        case 2: "\\"
        case 3: Unicode.Scalar(UInt32(int(0x80...0xd7ff))) ?? "é"
        case 4: Unicode.Scalar(UInt32(int(0xe000...0x10ffff))) ?? "😀"
        default: Unicode.Scalar(UInt8(int(32...126)))
        }
    }

    mutating func string(_ lengths: ClosedRange<Int>) -> String {
        var text = ""
        for _ in 0..<int(lengths) { text.unicodeScalars.append(scalar()) }
        return text
    }

    /// A random text without control characters, as names are.
    mutating func line(_ lengths: ClosedRange<Int>) -> String {
        let scalars = string(lengths).unicodeScalars.map { scalar in
            scalar.value < 32 || (127...159).contains(scalar.value) ? "-" : scalar
        }
        return String(String.UnicodeScalarView(scalars))
    }

    mutating func value(depth: Int) -> JSONValue {
        switch int(0...(depth > 0 ? 8 : 5)) {
        case 0: return .null
        case 1: return .bool(int(0...1) == 0)
        case 2: return .integer(Int64(bitPattern: next()))
        case 3: return .integer(int(-1000...1000))
        case 4:
            let double = Double(bitPattern: next())
            return .double(double.isFinite ? double : 0.5)
        case 5: return .string(string(0...8))
        case 6, 7: return .object((0..<int(0...5)).map { _ in (string(0...4), value(depth: depth - 1)) })
        default: return .array((0..<int(0...5)).map { _ in value(depth: depth - 1) })
        }
    }

    mutating func booking() -> Booking {
        let start = int(0...1439)
        return Booking(
            id: .version7(milliseconds: Int64(int(0...1 << 40)), using: &self),
            patient: UUIDBytes(high: next(), low: next()),
            name: line(1...100), channel: Channel.allCases.randomElement(using: &self) ?? .web,
            span: Span2(start: start, end: int((start + 1)...1440)), price: Int64(int(0...1_000_000)),
            ratio: Double(int(-1_000_000...1_000_000)) / 1000, urgent: int(0...1) == 0,
            note: int(0...1) == 0 ? nil : line(0...200),
            services: (0..<int(1...10)).map { _ in UUIDBytes(high: next(), low: next()) })
    }

    /// The bytes after one to four mutations: a byte is replaced, removed, duplicated, or added, or the end is cut off.
    mutating func mutation(of original: [UInt8]) -> [UInt8] {
        var bytes = original
        let telling = Array(#"{}[]",:\/u0e+-.1 truefalsn"#.utf8) + [0x00, 0x7f, 0x80, 0xc3, 0xed, 0xf4, 0xff]
        for _ in 0..<int(1...4) where !bytes.isEmpty {
            let index = int(0...(bytes.count - 1))
            switch int(0...4) {
            case 0: bytes[index] = telling.randomElement(using: &self) ?? 0
            case 1: bytes.remove(at: index)
            case 2: bytes.insert(bytes[index], at: index)
            case 3: bytes.insert(telling.randomElement(using: &self) ?? 0, at: index)
            default: bytes = Array(bytes[..<index])
            }
        }
        return bytes
    }
}
