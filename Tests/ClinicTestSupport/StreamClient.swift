import EventLoop
import JSON
import Synchronization

/// A client of a stream of server-sent events, on a connection of its own.
package final class StreamClient: Sendable {
    package struct Event: Sendable {
        package let id: String?
        /// The type of the server-sent event; `message` if the server names none.
        package let kind: String
        package let data: JSONValue?
        /// The size of the whole server-sent event in bytes.
        package let size: Int
    }

    private struct State {
        var bytes: [UInt8] = []
        var isClosed = false
    }

    private let state = Mutex(State())
    private let wire: EventLoop
    private let connection: LoopBound<TCPConnection>

    /// Requests a stream with HTTP/1.0, so that the body is not divided into chunks.
    package init(_ app: App, _ path: String, _ fields: [String: String] = [:]) async throws {
        let (port, wire) = (app.practice.port, app.practice.wire)
        self.wire = wire
        connection = try await wire.run {
            LoopBound(
                try await TCPConnection.connect(
                    to: try SocketAddress(numericHost: "127.0.0.1", port: port), on: wire), on: wire)
        }
        var head = "GET /api/v1/\(path) HTTP/1.0\r\nHost: clinic.example\r\nAccept: text/event-stream\r\n"
        for (name, value) in fields { head += "\(name): \(value)\r\n" }
        head += "Authorization: Bearer \(app.token ?? "")\r\n\r\n"
        let request = Array(head.utf8)
        try await wire.run { [self] in
            let tcp = connection.value
            tcp.start(
                receive: { [self] bytes in
                    var copy: [UInt8] = []
                    unsafe bytes.withUnsafeBytes { unsafe copy.append(contentsOf: $0) }
                    state.withLock { $0.bytes += copy }
                },
                closed: { [self] _ in state.withLock { $0.isClosed = true } })
            tcp.write(request)
        }
    }

    /// Waits for the answer's status line and header fields.
    package func head() async throws -> HTTPAnswer {
        while true {
            let (bytes, isClosed) = state.withLock { ($0.bytes, $0.isClosed) }
            if let answer = try? HTTPAnswer(bytes) { return answer }
            if isClosed { throw Missing(what: "a head") }
            try await wire.sleep(for: .milliseconds(2))
        }
    }

    private var events: [Event] {
        guard let body = try? HTTPAnswer(state.withLock { $0.bytes }).body else { return [] }
        var blocks = String(decoding: body, as: UTF8.self).split(separator: "\n\n", omittingEmptySubsequences: false)
        blocks.removeLast()
        return blocks.compactMap { block in
            func value(_ name: String) -> String? {
                block.split(separator: "\n").first { $0.hasPrefix("\(name): ") }.map {
                    String($0.dropFirst(name.count + 2))
                }
            }
            guard let data = value("data") else { return nil }
            return Event(
                id: value("id"), kind: value("event") ?? "message", data: try? JSONValue(parsing: Array(data.utf8)),
                size: block.utf8.count + 2)
        }
    }

    /// Waits for the stream's event at an index. Comments and ids without data do not count.
    package func event(_ index: Int) async throws -> Event {
        while true {
            let isClosed = state.withLock { $0.isClosed }
            let events = events
            if events.count > index { return events[index] }
            if isClosed { throw Missing(what: "event \(index) of \(events.count)") }
            try await wire.sleep(for: .milliseconds(2))
        }
    }

    /// Waits until the server closes the stream's connection, and returns the number of events received before that.
    package func end() async throws -> Int {
        while !state.withLock({ $0.isClosed }) { try await wire.sleep(for: .milliseconds(2)) }
        return events.count
    }

    package func close() async throws { try await wire.run { [self] in connection.value.close() } }
}
