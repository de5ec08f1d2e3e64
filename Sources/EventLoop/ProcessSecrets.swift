import CLibUV
import Glibc

/// Functions that keep the process's secrets from leaking.
public enum ProcessSecrets {
    /// Forbids core files of this process, and access to its memory by other processes of the same user (`prctl(2)`,
    /// `PR_SET_DUMPABLE`).
    ///
    /// - Throws: the system's error if the system refuses.
    public static func forbidDumps() throws(SystemError) {
        guard chairside_forbid_dumps() == 0 else {
            throw SystemError(errno: errno, operation: "forbid core dumps")
        }
    }

    /// Whether the process still permits a core file or access to its memory: its limit for core files or its dumpable
    /// flag is not 0.
    package static var mayBeDumped: Bool { chairside_may_be_dumped() }

    /// Overwrites the passwords of libpq URIs and keyword strings in the program's arguments, which every user of the
    /// machine can read (`/proc/PID/cmdline`). Must be called after the arguments are read and before threads start.
    ///
    /// - Returns: whether the arguments contained passwords.
    public static func hidePasswordsInArguments() -> Bool {
        var found = false
        for index in 0..<Int(CommandLine.argc) {
            guard let argument = unsafe CommandLine.unsafeArgv[index] else { continue }
            let bytes = unsafe UnsafeMutableBufferPointer(start: argument, count: strlen(argument))
            for range in passwords(in: unsafe bytes.map { UInt8(bitPattern: $0) }) {
                for position in range { unsafe bytes[position] = CChar(UInt8(ascii: "*")) }
                found = true
            }
        }
        return found
    }

    /// The ranges of bytes that hold passwords in a libpq URI (`postgresql://user:password@…`, `?password=…`) or
    /// keyword string (`password=…`).
    package static func passwords(in text: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        if let scheme = text.firstRange(of: Array("://".utf8)),
            text.starts(with: Array("postgres".utf8)) || text.firstRange(of: Array("=postgres".utf8)) != nil
        {
            let authority = text[scheme.upperBound...].prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
            if let at = authority.lastIndex(of: UInt8(ascii: "@")),
                let colon = authority[..<at].firstIndex(of: UInt8(ascii: ":"))
            {
                found.append(colon + 1..<at)
            }
        }
        let isURI = text.firstRange(of: Array("://".utf8)) != nil
        let name = Array("password".utf8)
        var rest = text[...]
        while let match = rest.firstRange(of: name) {
            rest = text[match.upperBound...]
            let equals = rest.drop { $0 == UInt8(ascii: " ") }
            guard equals.first == UInt8(ascii: "=") else { continue }
            let value = equals.dropFirst().drop { $0 == UInt8(ascii: " ") }
            let valueEnd = end(of: value, inURI: isURI)
            found.append(value.startIndex..<valueEnd)
            rest = text[valueEnd...]
        }
        return found.filter { !$0.isEmpty }
    }

    /// The end of a parameter's value in a connection string: the index after its last byte. In a URI, a value ends
    /// before `&` or a space. In a keyword string, quotes and backslashes are read as libpq reads them (PostgreSQL
    /// documentation, Connection Strings).
    private static func end(of value: ArraySlice<UInt8>, inURI: Bool) -> Int {
        let space = UInt8(ascii: " ")
        if inURI { return value.prefix { $0 != UInt8(ascii: "&") && $0 != space }.endIndex }
        let quote = UInt8(ascii: "'")
        let isQuoted = value.first == quote
        var index = value.startIndex + (isQuoted ? 1 : 0)
        while index < value.endIndex, value[index] != (isQuoted ? quote : space) {
            index += value[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(isQuoted ? index + 1 : index, value.endIndex)
    }
}
