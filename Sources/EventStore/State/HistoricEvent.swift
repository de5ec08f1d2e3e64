public import EventSourcing

/// An event in the history of an entity, with its personal values decrypted.
public struct HistoricEvent: Sendable {
    public let position: Int64
    public let type: String
    public let recordedAt: Instant
    public let actor: Actor
    /// The event's payload as UTF-8 JSON, with decrypted personal values. Erased values are `null`.
    public let data: [UInt8]
    public let tags: [Tag]
}

extension HistoricEvent {
    init<Event: DomainEvent>(_ recorded: Recorded<Event>, type: String) {
        self.init(
            position: recorded.position, type: type, recordedAt: recorded.recordedAt, actor: recorded.actor,
            data: recorded.event.payload.plainBytes, tags: recorded.event.tags)
    }
}
