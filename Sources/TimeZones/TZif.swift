/// The error for a file that cannot be used as a time zone file, with the reason.
public struct MalformedZone: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}

extension Zone {
    /// Reads a compiled zone file of version 1 to 4 (RFC 9636), and rejects everything that the format does not allow.
    /// Files that count leap seconds are rejected too, since instants are POSIX time.
    public init(tzif bytes: [UInt8]) throws(MalformedZone) {
        var reader = TZifReader(bytes)
        let first = try reader.header()
        guard first.version >= 2 else {
            let block = try reader.block(first, timeSize: 4)
            guard reader.isAtEnd else { throw MalformedZone("bytes after the end of the data") }
            self = Zone(first: block.first, changes: block.changes)
            return
        }
        try reader.skip(first.size(timeSize: 4), "the first data block")
        let second = try reader.header()
        guard second.version == first.version else { throw MalformedZone("two headers of different versions") }
        let block = try reader.block(second, timeSize: 8)
        let footer = try reader.footer()
        guard !footer.isEmpty else {
            self = Zone(first: block.first, changes: block.changes)
            return
        }
        let rule = try RecurringRule(footer, allowsExtendedHours: second.version >= 3)
        guard let last = block.changes.last else {
            self = Zone(first: rule.standard, changes: rule.changes(after: .min))
            return
        }
        guard rule.offset(at: last.start) == last.offset else {
            throw MalformedZone("the footer contradicts the last transition")
        }
        self = Zone(first: block.first, changes: block.changes + rule.changes(after: last.start))
    }
}

/// Reads the parts of a compiled zone file one after the other.
private struct TZifReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    struct Header {
        let version: Int
        let utcMarks: Int
        let standardMarks: Int
        let leapSeconds: Int
        let transitions: Int
        let types: Int
        let characters: Int

        func size(timeSize: Int) -> Int {
            transitions * (timeSize + 1) + types * 6 + characters + leapSeconds * (timeSize + 4) + standardMarks
                + utcMarks
        }
    }

    struct Block {
        /// The time zone's offset of local time before its first change.
        let first: Int64
        let changes: [Zone.Period]
    }

    mutating func header() throws(MalformedZone) -> Header {
        guard try take(4, "the header").elementsEqual("TZif".utf8) else { throw MalformedZone("not a TZif file") }
        let mark = try take(1, "the header")
        let version: Int
        switch mark.first {
        case 0: version = 1
        case UInt8(ascii: "2"): version = 2
        case UInt8(ascii: "3"): version = 3
        case UInt8(ascii: "4"): version = 4
        default: throw MalformedZone("a version that is not known")
        }
        try skip(15, "the header")
        var counts: [Int] = []
        for _ in 0..<6 { counts.append(Int(UInt32(truncatingIfNeeded: try integer(4, "the header")))) }
        let header = Header(
            version: version, utcMarks: counts[0], standardMarks: counts[1], leapSeconds: counts[2],
            transitions: counts[3], types: counts[4], characters: counts[5])
        guard (1...256).contains(header.types) else { throw MalformedZone("no local time types, or too many") }
        guard header.characters > 0 else { throw MalformedZone("no designations") }
        guard header.utcMarks == 0 || header.utcMarks == header.types else {
            throw MalformedZone("UT indicators that are not one for each type")
        }
        guard header.standardMarks == 0 || header.standardMarks == header.types else {
            throw MalformedZone("standard time indicators that are not one for each type")
        }
        return header
    }

    mutating func block(_ header: Header, timeSize: Int) throws(MalformedZone) -> Block {
        guard header.leapSeconds == 0 else { throw MalformedZone("it counts leap seconds") }
        guard bytes.count - position >= header.size(timeSize: timeSize) else {
            throw MalformedZone("the data ends too early")
        }
        var times: [Int64] = []
        for _ in 0..<header.transitions {
            let time = try integer(timeSize, "the transitions")
            guard times.last.map({ $0 < time }) ?? true else { throw MalformedZone("transitions out of order") }
            // RFC 9636 §3.2 advises against transitions before -2^59 seconds, about the time of the Big Bang. A zone
            // file with such transitions, or with transitions after 2^59 seconds, is refused.
            guard (-(1 << 59)...(1 << 59)).contains(time) else { throw MalformedZone("a transition out of range") }
            times.append(time)
        }
        let indices = try take(header.transitions, "the transition types")
        guard indices.allSatisfy({ Int($0) < header.types }) else {
            throw MalformedZone("a transition to a type that is not there")
        }
        var offsets: [Int64] = []
        var designations: [Int] = []
        for _ in 0..<header.types {
            let offset = try integer(4, "the types")
            // A zone file with an offset of local time outside of the range that RFC 9636 §3.2 recommends is refused.
            guard (-89_999...93_599).contains(offset) else { throw MalformedZone("an offset of more than a day") }
            offsets.append(offset)
            guard try integer(1, "the types") & ~1 == 0 else {
                throw MalformedZone("a type that is neither DST nor not")
            }
            designations.append(Int(UInt8(truncatingIfNeeded: try integer(1, "the types"))))
        }
        let characters = try take(header.characters, "the designations")
        for index in designations {
            guard index < characters.count, characters.dropFirst(index).contains(0) else {
                throw MalformedZone("a designation that does not end")
            }
        }
        let standard = Array(try take(header.standardMarks, "the standard time indicators"))
        let utc = Array(try take(header.utcMarks, "the UT indicators"))
        guard (standard + utc).allSatisfy({ $0 <= 1 }) else {
            throw MalformedZone("an indicator that is neither set nor not")
        }
        guard zip(standard, utc).allSatisfy({ $0 >= $1 }), standard.count >= utc.count || !utc.contains(1) else {
            throw MalformedZone("a UT indicator without its standard time indicator")
        }
        let changes = zip(times, indices).map { Zone.Period(start: $0, offset: offsets[Int($1)]) }
        return Block(first: offsets[0], changes: changes)
    }

    /// Reads the zone file's footer: the text between the last two newlines, which must be the file's end.
    mutating func footer() throws(MalformedZone) -> ArraySlice<UInt8> {
        let rest = bytes[position...]
        let newline = UInt8(ascii: "\n")
        guard rest.count >= 2, rest.first == newline, rest.last == newline else {
            throw MalformedZone("no footer between newlines at the end")
        }
        position = bytes.count
        return rest.dropFirst().dropLast()
    }

    mutating func skip(_ count: Int, _ part: String) throws(MalformedZone) { _ = try take(count, part) }

    private mutating func take(_ count: Int, _ part: String) throws(MalformedZone) -> ArraySlice<UInt8> {
        guard bytes.count - position >= count else { throw MalformedZone("it ends within \(part)") }
        defer { position += count }
        return bytes[position..<(position + count)]
    }

    /// Reads a big-endian number of a zone file. A number of four or eight bytes is in two's complement.
    private mutating func integer(_ size: Int, _ part: String) throws(MalformedZone) -> Int64 {
        var value: UInt64 = 0
        for byte in try take(size, part) { value = value << 8 | UInt64(byte) }
        return switch size {
        case 4: Int64(Int32(truncatingIfNeeded: value))
        default: Int64(bitPattern: value)
        }
    }
}
