public import EventSourcing

/// Whether a stored event exists and can be read. The event's content is not included.
public enum StoredEventState: Sendable {
    case absent
    case readable
    case quarantined
    /// The event is unreadable. The associated values are the event's place and tags, which are needed to quarantine
    /// it, and the reason why it cannot be read.
    case unreadable(EventPlace, tags: [Tag], why: String)
}
