import Foundation
import Synchronization

/// A proxy between clients and a private PostgreSQL cluster that can hold back, split, swallow and cut the traffic.
///
/// It listens on its own socket, of TCP or of the Unix domain, and forwards bytes in both directions on blocking threads.
public final class SocketProxy: Sendable {
    public enum Direction: Sendable {
        /// Data that a client sends to the PostgreSQL server.
        case requests
        /// Data that the PostgreSQL server sends to a client.
        case answers
    }

    private struct State {
        /// The direction whose data `hold` holds back; `nil` if there is none.
        var held: Direction?
        var hasHeld = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var largestPiece = Int.max
        /// The proxy forwards no data of connections whose number is below `frozenBelow`.
        var frozenBelow = 0
        /// The proxy reads the data of these connections, and forwards none of it.
        var swallowed: Set<Int> = []
        /// The application's name whose connections are swallowed, also those that it makes later; `nil` for none.
        var swallowedName: String?
        /// The numbers of each application's connections, with the text of their startup messages.
        var names: [Int: String] = [:]
        var isClosed = false
        var connections = 0
        /// The numbers of the connections on which the proxy reads no more answers: the server has closed them, or the
        /// proxy has shut them down after the client did or after `cut`.
        var ended: Set<Int> = []
        var descriptors: [Int32] = []
        /// The number of bytes that clients may still send before all connections are cut.
        var allowance = Int.max
    }

    private let state = Mutex(State())
    private let listener: Int32
    private let target: String
    public let folder: URL
    public let port: Int
    private let isTCP: Bool

    /// Starts a proxy.
    ///
    /// - Parameter tcp: whether clients connect by TCP, to a free port of 127.0.0.1.
    public init(to cluster: PrivatePostgres, tcp: Bool = false) throws {
        isTCP = tcp
        target = cluster.folder.appending(path: ".s.PGSQL.\(cluster.port)").path(percentEncoded: false)
        folder = URL(filePath: "/tmp").appending(path: "chairside-proxy-\(UInt32.random(in: 0 ..< .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        let listener = try Self.socket(tcp ? AF_INET : AF_UNIX)
        self.listener = listener
        if tcp {
            port = try Self.bindToFreePort(listener)
        } else {
            port = cluster.port
            let path = folder.appending(path: ".s.PGSQL.\(port)").path(percentEncoded: false)
            guard unsafe Self.with(path, { unsafe bind(listener, $0, $1) }) == 0 else { throw POSIXError(.EADDRINUSE) }
        }
        guard listen(listener, 64) == 0 else { throw POSIXError(.EADDRINUSE) }
        Thread.detachNewThread { [self] in
            while true {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                serve(client)
            }
        }
    }

    public func conninfo(database: String = "postgres") -> String {
        let host = isTCP ? "127.0.0.1" : folder.path(percentEncoded: false)
        return "host='\(host)' port=\(port) user=postgres dbname='\(database)'"
    }

    /// Holds back the data of one direction until `release` is called.
    public func hold(_ direction: Direction) {
        state.withLock { state in
            state.held = direction
            state.hasHeld = false
        }
    }

    /// Waits until the proxy has held back data since the last call of `hold`.
    public func hasHeld() async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if !state.hasHeld { state.waiting.append(continuation) }
                return state.hasHeld
            }
            if isThere { continuation.resume() }
        }
    }

    public func release() { state.withLock { $0.held = nil } }

    /// Forwards the data in pieces of random sizes from now on, of at most `largest` bytes.
    public func split(atMost largest: Int) { state.withLock { $0.largestPiece = largest } }

    /// Stops forwarding data until `thaw`, without closing any connection.
    public func freeze() { state.withLock { $0.frozenBelow = .max } }
    public func thaw() { state.withLock { $0.frozenBelow = 0 } }

    /// Stops forwarding the data of the connections that are open now. New connections are served.
    public func freezeOpen() { state.withLock { $0.frozenBelow = $0.connections } }

    /// Swallows the data of the connections that are open now, in both directions, like a network that drops packets
    /// without a sign. New connections are served.
    public func swallowOpen() { state.withLock { $0.swallowed = Set(0..<$0.connections) } }

    /// Swallows the data of an application's present and later connections, until `serve` is called.
    ///
    /// - Parameter name: the `application_name` of the connections.
    public func swallow(_ name: String) {
        state.withLock { state in
            state.swallowedName = name
            state.swallowed.formUnion(state.names.filter { $0.value.contains(name) }.keys)
        }
    }

    /// Serves new connections of every application again.
    public func serveNew() { state.withLock { $0.swallowedName = nil } }

    /// The number of connections through the proxy that have ended, also by `cut` or by the client. Connections whose
    /// data the proxy does not forward, because of `freeze` or `freezeOpen`, are not counted.
    public var endedByServer: Int { state.withLock { state in state.ended.count { $0 >= state.frozenBelow } } }

    /// Cuts all connections after clients have sent `bytes` more bytes.
    public func cut(after bytes: Int) { state.withLock { $0.allowance = bytes } }

    /// Cuts all present connections through the proxy. New connections are served.
    public func cut() {
        let descriptors = state.withLock { state in
            defer { state.descriptors = [] }
            state.allowance = .max
            return state.descriptors
        }
        for descriptor in descriptors { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
    }

    public func close() {
        state.withLock { $0.isClosed = true }
        _ = shutdown(listener, Int32(SHUT_RDWR))
        _ = Glibc.close(listener)
        cut()
        try? FileManager.default.removeItem(at: folder)
    }

    private func serve(_ client: Int32) {
        guard let server = try? Self.socket(), unsafe Self.with(target, { unsafe connect(server, $0, $1) }) == 0 else {
            _ = Glibc.close(client)
            return
        }
        let number = state.withLock { state in
            state.descriptors += [client, server]
            state.connections += 1
            return state.connections - 1
        }
        Thread.detachNewThread { [self] in pump(number, .requests, from: client, to: server) }
        Thread.detachNewThread { [self] in
            pump(number, .answers, from: server, to: client)
            state.withLock { _ = $0.ended.insert(number) }
        }
    }

    private func pump(_ number: Int, _ direction: Direction, from source: Int32, to sink: Int32) {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe read(source, &buffer, buffer.count)
            guard count > 0 else { break }
            if swallows(number, direction, buffer[..<count]) { continue }
            var sent = 0
            while sent < count {
                let (frozen, largest, isClosed) = state.withLock {
                    (number < $0.frozenBelow || $0.held == direction, $0.largestPiece, $0.isClosed)
                }
                if isClosed { return }
                if frozen {
                    tellHeld(direction)
                    usleep(1000)
                    continue
                }
                var piece = min(count - sent, largest == .max ? count : Int.random(in: 1...largest))
                if direction == .requests {
                    piece = min(piece, state.withLock { $0.allowance })
                    if piece == 0 {
                        cut()
                        return
                    }
                    state.withLock { if $0.allowance != .max { $0.allowance -= piece } }
                }
                let written = unsafe buffer.withUnsafeBytes { bytes in
                    unsafe send(sink, bytes.baseAddress?.advanced(by: sent), piece, Int32(MSG_NOSIGNAL))
                }
                guard written > 0 else { break }
                sent += written
            }
        }
        // When one direction of a connection ends, both are shut down. The descriptors stay open until the process
        // ends, so that no descriptor's number is reused.
        _ = shutdown(sink, Int32(SHUT_RDWR))
        _ = shutdown(source, Int32(SHUT_RDWR))
    }

    /// Whether the data of a connection is swallowed. The first data of a client contains the application's name.
    private func swallows(_ number: Int, _ direction: Direction, _ bytes: ArraySlice<UInt8>) -> Bool {
        state.withLock { state in
            if direction == .requests, state.names[number, default: ""].utf8.count < 512 {
                state.names[number, default: ""] += String(decoding: bytes.prefix(512), as: UTF8.self)
                if let name = state.swallowedName, state.names[number]?.contains(name) == true {
                    state.swallowed.insert(number)
                }
            }
            return state.swallowed.contains(number)
        }
    }

    private func tellHeld(_ direction: Direction) {
        let waiting = state.withLock { state in
            guard state.held == direction else { return [CheckedContinuation<Void, Never>]() }
            state.hasHeld = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    private static func socket(_ family: Int32 = AF_UNIX) throws -> Int32 {
        let descriptor = Glibc.socket(family, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw POSIXError(.EMFILE) }
        return descriptor
    }

    /// Binds a socket to a free port of 127.0.0.1, and returns the port.
    private static func bindToFreePort(_ descriptor: Int32) throws -> Int {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound else { throw POSIXError(.EADDRINUSE) }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    private static func with(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { bytes in
            for (index, byte) in path.utf8.enumerated() where index < bytes.count - 1 { unsafe bytes[index] = byte }
        }
        return unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
