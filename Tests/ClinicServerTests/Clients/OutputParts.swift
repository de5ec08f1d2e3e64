import Synchronization

/// The output of a command, collected part by part.
final class OutputParts: Sendable {
    private let bytes = Mutex<[UInt8]>([])

    func add(_ part: [UInt8]) { bytes.withLock { $0 += part } }

    var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }
}
