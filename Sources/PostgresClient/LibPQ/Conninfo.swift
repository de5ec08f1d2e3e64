import CLibPQ

/// Parses connection strings with libpq's own parser.
enum Conninfo {
    /// The options that a connection string (a URI or keyword string) sets, by their keywords.
    static func parse(_ conninfo: String) throws(PostgresError) -> [String: String] {
        var message: UnsafeMutablePointer<CChar>?
        guard let options = unsafe PQconninfoParse(conninfo, &message) else {
            unsafe PQfreemem(message)
            // libpq's message is not repeated, since it quotes the connection string, which may contain a password.
            throw .notConnected("the connection string is malformed")
        }
        defer { unsafe PQconninfoFree(options) }
        return unsafe read(options)
    }

    /// The default options that libpq takes from the environment, a service file or its build.
    static func defaults() -> [String: String] {
        guard let options = unsafe PQconndefaults() else { return [:] }
        defer { unsafe PQconninfoFree(options) }
        return unsafe read(options)
    }

    @unsafe
    private static func read(_ options: UnsafeMutablePointer<PQconninfoOption>) -> [String: String] {
        var values: [String: String] = [:]
        var option = unsafe options
        while let keyword = unsafe option.pointee.keyword {
            if let value = unsafe option.pointee.val {
                unsafe values[String(cString: keyword)] = unsafe String(cString: value)
            }
            unsafe option += 1
        }
        return values
    }
}
