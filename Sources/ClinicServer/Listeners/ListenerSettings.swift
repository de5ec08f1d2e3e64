import EventLoop
import HTTPServer
import TLS

/// The settings that the listeners of several addresses share: how they open, and how their connections are served.
struct ListenerSettings {
    /// The server's certificate and key; `nil` for plain HTTP.
    var credentials: ServerCredentials?
    /// The header fields that the listeners add to every answer.
    var fields = HTTPFields()
    /// Whether connections from an address begin with a PROXY protocol header.
    var expectsProxyHeader: (@Sendable (SocketAddress?) -> Bool)?
    var limits = BodyLimits.http

    /// Starts HTTP servers at an address: at least one for each loop.
    ///
    /// - Throws: `ConfigurationError.addressInUse` or `addressNotShared`, or the system's error for the address.
    func open(_ address: ListenAddress, for gates: [LoopBound<StartupGate>]) throws -> OpenListeners {
        var open = OpenListeners()
        switch address {
        case .network(let host, let port, let isShared):
            open.port = port
            for host in host == "localhost" ? ["127.0.0.1", "::1"] : [host] {
                do { try listenOnNetwork(host, isShared: isShared, gates, &open) } catch let error as SystemError {
                    // On a machine without IPv6, `localhost` is 127.0.0.1 only, so a missing ::1 is not an error.
                    if error.isAddressNotAvailable, !open.servers.isEmpty { continue }
                    guard error.isAddressInUse else { throw error }
                    throw ConfigurationError.addressInUse(authority(host, open.port))
                }
            }
        case .unix(let path):
            do {
                let claim = try UnixClaim.take(path)
                open.claims.append(claim)
                try listenOnCopies(of: ListeningSocket(claim), gates, &open)
            } catch let error as SystemError where error.isAddressInUse {
                throw ConfigurationError.addressInUse(path)
            }
        case .inherited(let descriptor):
            try listenOnCopies(of: ListeningSocket(inherited: descriptor), gates, &open)
        }
        return open
    }

    private func listenOnNetwork(
        _ host: String, isShared: Bool, _ gates: [LoopBound<StartupGate>], _ open: inout OpenListeners
    ) throws {
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
        // The server first listens and then checks whether another process claims the address. So if two servers start
        // at once, at least one of them notices the claim of the other.
        if isShared, try AddressClaim.isHeld(host: host, port: open.port) {
            throw ConfigurationError.addressNotShared(authority(host, open.port))
        }
    }

    private func listenOnCopies(
        of socket: consuming ListeningSocket, _ gates: [LoopBound<StartupGate>], _ open: inout OpenListeners
    ) throws {
        open.port = socket.port
        for gate in gates { open.servers.append(serve(gate, try socket.duplicate())) }
    }

    private func serve(_ gate: LoopBound<StartupGate>, _ socket: consuming ListeningSocket) -> HTTPServer {
        HTTPServer(
            on: gate.loop, socket, limits: limits, expectsProxyHeader: expectsProxyHeader, credentials: credentials,
            commonFields: fields, refusal: { .refused($0) }, foresee: { gate.value.foresee($0) },
            respond: { gate.value.answer($0) })
    }
}

/// The open listeners at one address, one for each loop.
struct OpenListeners {
    var port: UInt16 = 0
    var servers: [HTTPServer] = []
    /// The claims that keep other processes from listening at the address of these listeners.
    var claims: [any Sendable] = []
}

extension HTTPFields {
    /// The header fields of all answers over TLS (RFC 6797 §7.2).
    static func overTLS(strictTransportSeconds seconds: Int) -> HTTPFields {
        seconds > 0 ? ["Strict-Transport-Security": "max-age=\(seconds)"] : HTTPFields()
    }
}
