import ClinicTestSupport
import EventLoop

/// A request that `volley` sends at the same time as others.
struct Loaded: Sendable {
    let port: UInt16
    let method: String
    let path: String
    var fields: [String: String]
    var body = ""
}

/// Opens a connection for each request, and then sends all requests at the same time. Returns the answers in the order
/// of the requests.
func volley(_ requests: [Loaded], on loop: EventLoop) async throws -> [HTTPAnswer] {
    let answers = try await loop.run { () -> [[UInt8]] in
        var connections: [TCPConnection] = []
        for request in requests {
            let address = try SocketAddress(numericHost: "127.0.0.1", port: request.port)
            connections.append(try await TCPConnection.connect(to: address, on: loop))
        }
        let shots = zip(connections, requests).map { tcp, request in Shot(tcp, request) }
        for shot in shots { shot.fire() }
        var answers: [[UInt8]] = []
        for shot in shots { answers.append(await shot.answer()) }
        return answers
    }
    return try answers.map { try HTTPAnswer($0) }
}

/// One request of a volley and the request's connection. The object is used only on the connection's event loop.
private final class Shot {
    private let tcp: TCPConnection
    private let request: Loaded
    private var received: [UInt8] = []
    private var isClosed = false
    private var waiting: CheckedContinuation<[UInt8], Never>?

    init(_ tcp: TCPConnection, _ request: Loaded) {
        self.tcp = tcp
        self.request = request
    }

    func fire() {
        var head = "\(request.method) \(request.path) HTTP/1.1\r\nHost: clinic.example\r\nConnection: close\r\n"
        for (name, value) in request.fields { head += "\(name): \(value)\r\n" }
        head += "Content-Length: \(request.body.utf8.count)\r\n"
        tcp.start(
            receive: { bytes in unsafe bytes.withUnsafeBytes { unsafe self.received.append(contentsOf: $0) } },
            closed: { _ in
                self.isClosed = true
                self.waiting?.resume(returning: self.received)
                self.waiting = nil
            })
        tcp.write(Array("\(head)\r\n\(request.body)".utf8))
    }

    /// All bytes that the server sent until it closed the connection.
    func answer() async -> [UInt8] {
        await withCheckedContinuation { continuation in
            if isClosed { continuation.resume(returning: received) } else { waiting = continuation }
        }
    }
}
