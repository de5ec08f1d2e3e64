import EventLoop
import Synchronization

/// A local server that answers each connection in the same way, whatever is asked.
final class Receiver: Sendable {
    enum Behaviour: Sendable {
        /// Sends the given text when the request has come, and closes the connection.
        case answers(String)
        /// Sends the given text when the request has come, and then nothing more.
        case staysOpen(String)
        /// Sends the given text, and then one more byte every 10 milliseconds, without an end.
        case drips(String)
        /// Sends the given text, and then other bytes as fast as the client takes them, without an end.
        case floods(String)
        case closes
    }

    /// The connections and the bytes that a receiver has got.
    final class Record: Sendable {
        private let state = Mutex<(connections: Int, bytes: [UInt8])>((0, []))

        var connections: Int { state.withLock { $0.connections } }
        var text: String { state.withLock { String(decoding: $0.bytes, as: UTF8.self) } }

        func opened() { state.withLock { $0.connections += 1 } }
        func add(_ bytes: [UInt8]) { state.withLock { $0.bytes += bytes } }
    }

    let record = Record()
    private let listener: TCPListener
    var port: UInt16 { listener.port }

    init(on loop: EventLoop, _ behaviour: Behaviour) throws {
        let record = record
        listener = TCPListener(on: loop, try ListeningSocket(host: "127.0.0.1", port: 0)) { connection in
            record.opened()
            if case .closes = behaviour { return connection.close() }
            var hasAnswered = false
            connection.start(
                receive: { bytes in
                    record.add(copy(bytes))
                    guard !hasAnswered else { return }
                    hasAnswered = true
                    Self.answer(connection, behaviour)
                }, closed: { _ in })
        }
    }

    func close() { listener.close() }

    private static func answer(_ connection: TCPConnection, _ behaviour: Behaviour) {
        switch behaviour {
        case .answers(let text):
            connection.write(Array(text.utf8))
            connection.shutdownAfterWrites()
        case .staysOpen(let text): connection.write(Array(text.utf8))
        case .drips(let text):
            connection.write(Array(text.utf8))
            drip(connection)
        case .floods(let text):
            connection.write(Array(text.utf8))
            flood(connection)
        case .closes: connection.close()
        }
    }

    private static func drip(_ connection: TCPConnection) {
        guard connection.isOpen else { return }
        connection.write([UInt8(ascii: "x")])
        _ = connection.loop.schedule(after: .milliseconds(10)) { drip(connection) }
    }

    private static func flood(_ connection: TCPConnection) {
        guard connection.isOpen else { return }
        if connection.pendingWriteBytes == 0 { connection.write([UInt8](repeating: UInt8(ascii: "x"), count: 65_536)) }
        _ = connection.loop.schedule(after: .milliseconds(1)) { flood(connection) }
    }
}

private func copy(_ bytes: RawSpan) -> [UInt8] { unsafe bytes.withUnsafeBytes { unsafe Array($0) } }
