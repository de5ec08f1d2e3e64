/// Swift source as bytes, with line comments and string literals blanked, so that all brackets and commas belong to
/// code.
struct SwiftText {
    let code: [UInt8]

    init(_ source: String) {
        var code = Array(source.utf8)
        var next = 0
        while next < code.count {
            guard let end = Self.end(ofTextAt: next, in: code) else {
                next += 1
                continue
            }
            for index in next..<end where code[index] != UInt8(ascii: "\n") { code[index] = UInt8(ascii: " ") }
            next = end
        }
        self.code = code
    }

    /// The end of the line comment or string literal that begins at `start`; `nil` if none begins there.
    private static func end(ofTextAt start: Int, in code: [UInt8]) -> Int? {
        if code[start...].starts(with: "//".utf8) {
            return code[start...].firstIndex(of: UInt8(ascii: "\n")) ?? code.count
        }
        var open = start
        while open < code.count, code[open] == UInt8(ascii: "#") { open += 1 }
        let pounds = open - start
        guard open < code.count, code[open] == UInt8(ascii: "\"") else { return nil }
        let quotes = code[open...].starts(with: "\"\"\"".utf8) ? 3 : 1
        let mark =
            Array(repeating: UInt8(ascii: "\""), count: quotes) + Array(repeating: UInt8(ascii: "#"), count: pounds)
        var index = open + quotes
        while index < code.count, !code[index...].starts(with: mark) {
            index += pounds == 0 && code[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(index + mark.count, code.count)
    }

    /// The positions directly after the opening parenthesis, for each call of the free function `name`.
    func calls(of name: String) -> [Int] {
        let head = Array("\(name)(".utf8)
        return code.indices.filter { index in
            code[index...].starts(with: head) && (index == 0 || !Self.isPartOfName(code[index - 1]))
                && !code[..<index].reversed().starts(with: "func ".utf8.reversed())
        }.map { $0 + head.count }
    }

    private static func isPartOfName(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
            || (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// The ranges of a call's arguments in the source text. `start` is the position directly after the call's opening
    /// parenthesis.
    func arguments(from start: Int) -> [Range<Int>] {
        var (depth, begin, ranges) = (1, start, [Range<Int>]())
        for index in start..<code.count {
            switch code[index] {
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: ",") where depth == 1:
                ranges.append(begin..<index)
                begin = index + 1
            default: break
            }
            if depth == 0 { return ranges + [begin..<index] }
        }
        return ranges
    }

    func text(_ range: Range<Int>) -> String {
        String(decoding: code[range], as: UTF8.self).split(whereSeparator: \.isWhitespace).joined()
    }

    func line(of place: Int) -> Int { code[..<place].count { $0 == UInt8(ascii: "\n") } + 1 }
}
