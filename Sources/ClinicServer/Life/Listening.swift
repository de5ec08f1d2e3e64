import EventLoop
import HTTPServer
import TLS

/// An address and port that all loops listen on.
struct Listening {
    var host: String
    /// 0 for any free one.
    var port: UInt16
    var credentials: ServerCredentials?
    var fields = HTTPFields()

    /// A server for each loop, at least one.
    func start(_ entrances: [Entrance]) throws -> [HTTPServer] {
        var port = port
        return try entrances.map { entrance in
            let server = try HTTPServer(
                on: entrance.loop, host: host, port: port, credentials: credentials, commonFields: fields,
                refusal: { .refused($0) }, respond: { entrance.respond($0) })
            // The other loops listen on the port that the first one got.
            port = server.port
            return server
        }
    }
}

extension HTTPFields {
    /// What answers say over TLS only (RFC 6797 §7.2).
    static func overTLS(strictTransportSeconds seconds: Int) -> HTTPFields {
        seconds > 0 ? ["Strict-Transport-Security": "max-age=\(seconds)"] : HTTPFields()
    }
}
