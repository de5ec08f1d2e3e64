import EventLoop
import Synchronization

/// A local receiver of webhooks, which answers 204 and keeps the first message.
final class ReceivedMessages: Sendable {
    struct Message: Sendable {
        /// The header fields of a webhook's message, by names in lower case.
        let fields: [String: String]
        let body: String
    }

    private let (messages, report) = AsyncStream.makeStream(of: Message.self)

    /// Listens for a webhook's messages while `body` runs, which gets the port.
    func serve(_ body: (UInt16) async throws -> Void) async throws {
        let loop = try EventLoop(name: "receiver")
        let report = report
        let listener = TCPListener(on: loop, try ListeningSocket(host: "127.0.0.1", port: 0)) { connection in
            var bytes: [UInt8] = []
            connection.start(
                receive: { piece in
                    bytes += unsafe piece.withUnsafeBytes { unsafe Array($0) }
                    guard let message = Message(bytes) else { return }
                    report.yield(message)
                    connection.write(Array("HTTP/1.1 204 No Content\r\n\r\n".utf8))
                    connection.shutdownAfterWrites()
                }, closed: { _ in })
        }
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body(listener.port)) } catch { outcome = .failure(error) }
        listener.close()
        await loop.stop()
        try outcome.get()
    }

    /// Waits for the first message of the webhook.
    func first() async -> Message {
        for await message in messages { return message }
        return Message(fields: [:], body: "")
    }
}

extension ReceivedMessages.Message {
    /// Reads a request to the webhook's receiver; `nil` if it is not complete.
    fileprivate init?(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        var fields: [String: String] = [:]
        for line in parts[0].split(separator: "\r\n").dropFirst() {
            let field = line.split(separator: ":", maxSplits: 1)
            if field.count == 2 { fields[field[0].lowercased()] = String(field[1].drop { $0 == " " }) }
        }
        let body = String(parts[1])
        guard body.utf8.count == Int(fields["content-length"] ?? "") else { return nil }
        self.init(fields: fields, body: body)
    }
}
