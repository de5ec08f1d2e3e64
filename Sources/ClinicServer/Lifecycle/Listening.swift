import EventLoop
import HTTPServer
import TLS

/// The addresses on which all loops listen, and the service of their connections.
struct Listening {
    enum Place {
        /// A numeric address, or `localhost`, which is both 127.0.0.1 and ::1 (RFC 6761 §6.3). Port 0 means any free
        /// one. `isShared` says whether other processes may listen there too.
        case address(host: String, port: UInt16, isShared: Bool)
        /// A socket in the Unix domain.
        case unix(path: String)
        /// A descriptor that the service manager has opened.
        case inherited(Int32)
    }

    var place: Place
    var credentials: ServerCredentials?
    var fields = HTTPFields()
    var expectsProxyHeader: (@Sendable (SocketAddress?) -> Bool)?

    /// The open listeners, and the claims that exclude other processes.
    struct Open {
        var port: UInt16 = 0
        var servers: [HTTPServer] = []
        var claims: [any Sendable] = []
    }

    /// Starts an HTTP server for each loop and address, at least one.
    ///
    /// - Throws: `ConfigurationError.addressInUse`, or what the system says about the address.
    func start(_ gates: [LoopBound<StartupGate>]) throws -> Open {
        var open = Open()
        switch place {
        case .address(let host, let port, let isShared):
            open.port = port
            for host in host == "localhost" ? ["127.0.0.1", "::1"] : [host] {
                do { try listen(on: host, isShared: isShared, gates, &open) } catch let error as SystemError {
                    // A machine without IPv6 has one loopback address.
                    if error.isAddressNotAvailable, !open.servers.isEmpty { continue }
                    guard error.isAddressInUse else { throw error }
                    throw ConfigurationError.addressInUse(authority(host, open.port))
                }
            }
        case .unix(let path):
            do {
                let claim = try UnixClaim.take(path)
                open.claims.append(claim)
                try listen(on: ListeningSocket(claim), gates, &open)
            } catch let error as SystemError where error.isAddressInUse {
                throw ConfigurationError.addressInUse(path)
            }
        case .inherited(let descriptor):
            try listen(on: ListeningSocket(inherited: descriptor), gates, &open)
        }
        return open
    }

    private func listen(on host: String, isShared: Bool, _ gates: [LoopBound<StartupGate>], _ open: inout Open) throws {
        if !isShared {
            let claim = try AddressClaim(host: host, port: open.port)
            open.port = claim.port
            open.claims.append(claim)
        }
        for gate in gates {
            let socket = try ListeningSocket(host: host, port: open.port)
            open.port = socket.port
            open.servers.append(serve(gate, socket))
        }
        // Checked after listening: of two servers that start at once, one sees the other.
        if isShared, try AddressClaim.isHeld(host: host, port: open.port) {
            throw ConfigurationError.addressNotShared(authority(host, open.port))
        }
    }

    private func listen(on socket: consuming ListeningSocket, _ gates: [LoopBound<StartupGate>], _ open: inout Open)
        throws
    {
        open.port = socket.port
        for gate in gates { open.servers.append(serve(gate, try socket.duplicate())) }
    }

    private func serve(_ gate: LoopBound<StartupGate>, _ socket: consuming ListeningSocket) -> HTTPServer {
        HTTPServer(
            on: gate.loop, socket, expectsProxyHeader: expectsProxyHeader, credentials: credentials,
            commonFields: fields, refusal: { .refused($0) }, foresee: { gate.value.foresee($0) },
            respond: { gate.value.answer($0) })
    }
}

extension HTTPFields {
    /// The header fields of all answers over TLS (RFC 6797 §7.2).
    static func overTLS(strictTransportSeconds seconds: Int) -> HTTPFields {
        seconds > 0 ? ["Strict-Transport-Security": "max-age=\(seconds)"] : HTTPFields()
    }
}
