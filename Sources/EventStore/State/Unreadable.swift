public import Identifiers

/// The error that the program cannot read stored data. The error's description contains no stored value, since that may
/// be patient data.
public struct Unreadable: Error, Sendable, CustomStringConvertible {
    public let description: String
    /// Identifies the unreadable event; `nil` if the data is not an event.
    public let event: EventPlace?

    package init(_ description: String) {
        self.description = description
        event = nil
    }

    init(event: EventPlace, _ reason: String) {
        description = "event \(event.position) of clinic \(event.clinic): \(reason)"
        self.event = event
    }
}

/// Identifies an event without revealing its content.
public struct EventPlace: Hashable, Sendable {
    public let clinic: UUIDBytes
    public let position: Int64
    /// The stored type of the event, which this program may not know.
    public let type: String

    public init(clinic: UUIDBytes, position: Int64, type: String) {
        self.clinic = clinic
        self.position = position
        self.type = type
    }
}
