import Foundation
import JSON
import Logging

/// Writes each log line as one JSON object: `time`, `level`, `logger`, `message`, and the metadata's members.
package struct JSONLogHandler: LogHandler {
    package var metadata: Logger.Metadata = [:]
    package var logLevel = Logger.Level.notice
    private let label: String
    private let write: @Sendable ([UInt8]) -> Void

    /// A log handler that writes JSON.
    ///
    /// - Parameter write: called with each complete line.
    package init(label: String, write: @escaping @Sendable ([UInt8]) -> Void) {
        self.label = label
        self.write = write
    }

    package subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    package func log(event: LogEvent) {
        write(line(event, at: .now))
    }

    private func line(_ event: LogEvent, at now: Date) -> [UInt8] {
        var members = metadata.merging(event.metadata ?? [:]) { $1 }
        if let error = event.error { members["error"] = "\(error)" }
        var json = JSONWriter()
        json.object { json in
            json.member("time", now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
            json.member("level", event.level.rawValue)
            json.member("logger", label)
            json.member("message", event.message.description)
            for (name, value) in members.sorted(by: { $0.key < $1.key }) where !Self.own.contains(name) {
                json.member(name, value.description)
            }
        }
        return json.bytes + [UInt8(ascii: "\n")]
    }

    private static let own: Set<String> = ["time", "level", "logger", "message"]
}
