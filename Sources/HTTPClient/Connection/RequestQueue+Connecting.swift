import EventLoop
import TLS

extension RequestQueue {
    /// The maximum number of addresses of the server's name that are tried.
    private static var addressLimit: Int { 4 }

    /// Starts to open a connection, unless one is being opened already. The loop is not blocked.
    func connect() {
        guard !isConnecting else { return }
        isConnecting = true
        loop.task { [self] in
            let opened = await open()
            switch opened {
            case .success(let tcp): secure(tcp.value)
            case .failure(let failure): connectingFailed(failure)
            }
        }
    }

    /// Tries the permitted addresses of the server in order, and returns the first TCP connection that is opened.
    private func open() async -> Result<LoopBound<TCPConnection>, ClientFailure> {
        let found: [SocketAddress]
        do { found = try await resolve(host: origin.host, port: origin.port, on: loop) } catch {
            return .failure(.unreachable("\(error)"))
        }
        // The connection is opened to a checked address and not to the name, because a second look-up of the name could
        // return other addresses.
        let permitted = found.filter(permits)
        guard !permitted.isEmpty else { return .failure(.forbiddenAddress) }
        var failure = ""
        for address in permitted.prefix(Self.addressLimit) {
            do {
                let tcp = try await TCPConnection.connect(to: address, on: loop, timeout: limits.connectTimeout)
                return .success(LoopBound(tcp, on: loop))
            } catch { failure = "\(error)" }
        }
        return .failure(.unreachable(failure))
    }

    private func secure(_ tcp: TCPConnection) {
        guard !isClosed else { return tcp.close() }
        do {
            let tls = try TLSConnection(tcp, context, host: origin.host, buffers: buffers)
            tls.handshake(within: limits.handshakeTimeout) { self.handshakeEnds(tls, $0) }
        } catch {
            tcp.close()
            connectingFailed(.unreachable("\(error)"))
        }
    }

    private func handshakeEnds(_ tls: TLSConnection, _ result: Result<Void, TLSFailure>) {
        switch result {
        case .failure(let failure): connectingFailed(.unreachable("TLS: \(failure)"))
        case .success where isClosed: tls.close()
        case .success where tls.applicationProtocol == .http2:
            let connection = ClientConnection(tls, of: self)
            adopt(connection)
            connection.start()
        case .success:
            tls.close()
            connectingFailed(.unreachable("the server does not speak HTTP/2"))
        }
    }
}
