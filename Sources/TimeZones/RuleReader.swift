/// Reads the parts of a POSIX TZ string one after the other.
struct RuleReader {
    private var rest: ArraySlice<UInt8>

    init(_ text: ArraySlice<UInt8>) { rest = text }

    var isAtEnd: Bool { rest.isEmpty }
    var next: UInt8? { rest.first }

    /// Reads a zone abbreviation of a POSIX TZ string, `CET` or `<+0330>`, of at least three characters.
    mutating func name() throws(MalformedZone) {
        let name: ArraySlice<UInt8>
        if skip("<") {
            name = rest.prefix { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
            rest = rest.dropFirst(name.count)
            guard skip(">") else { throw MalformedZone("a footer with a bad designation") }
        } else {
            name = rest.prefix(while: \.isLetter)
            rest = rest.dropFirst(name.count)
        }
        guard name.count >= 3 else { throw MalformedZone("a footer with a bad designation") }
    }

    /// Reads a time of a POSIX TZ string, `[+-]h[h[h]][:mm[:ss]]`, as seconds.
    mutating func time(hours limit: Int, mayBeNegative: Bool = true) throws(MalformedZone) -> Int64 {
        let isNegative = skip("-")
        if isNegative, !mayBeNegative { throw MalformedZone("a footer with a time out of range") }
        if !isNegative { _ = skip("+") }
        let hours = try number(digits: 1...3)
        let minutes = skip(":") ? try number(digits: 2...2) : 0
        let seconds = skip(":") ? try number(digits: 2...2) : 0
        guard hours <= limit, minutes < 60, seconds < 60 else {
            throw MalformedZone("a footer with a time out of range")
        }
        let total = Int64(hours * 3600 + minutes * 60 + seconds)
        return isNegative ? -total : total
    }

    /// Reads the part of a POSIX TZ string that says when local time changes each year, such as `,M3.5.0/2`, `,J60` or
    /// `,59/-1:30`. A change without a time is at 2:00.
    mutating func yearDay(hours: Int, mayBeNegative: Bool) throws(MalformedZone) -> YearDay {
        guard skip(",") else { throw MalformedZone("a footer with summer time that has no rule") }
        let day = try day()
        let time = skip("/") ? try time(hours: hours, mayBeNegative: mayBeNegative) : 7_200
        return YearDay(day: day, time: time)
    }

    private mutating func day() throws(MalformedZone) -> YearDay.Day {
        if skip("J") { return .julian(try number(digits: 1...3, in: 1...365)) }
        guard skip("M") else { return .zeroBased(try number(digits: 1...3, in: 0...365)) }
        let month = try number(digits: 1...2, in: 1...12)
        guard skip(".") else { throw MalformedZone("a footer with a bad day") }
        let week = try number(digits: 1...1, in: 1...5)
        guard skip(".") else { throw MalformedZone("a footer with a bad day") }
        return .weekday(month: month, week: week, day: try number(digits: 1...1, in: 0...6))
    }

    private mutating func number(
        digits: ClosedRange<Int>, in range: ClosedRange<Int> = 0...999
    ) throws(MalformedZone) -> Int {
        let found = rest.prefix(while: \.isDigit).prefix(digits.upperBound)
        guard digits.contains(found.count) else { throw MalformedZone("a footer with a bad number") }
        rest = rest.dropFirst(found.count)
        let value = found.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        guard range.contains(value) else { throw MalformedZone("a footer with a bad number") }
        return value
    }

    private mutating func skip(_ byte: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: byte) else { return false }
        rest = rest.dropFirst()
        return true
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    fileprivate var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
}
