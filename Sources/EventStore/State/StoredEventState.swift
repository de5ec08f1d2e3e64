public import EventSourcing

/// Whether a stored event exists and can be read. The event's content is not included.
public enum StoredEventState: Sendable {
    case absent
    case readable
    case quarantined
    /// The event is unreadable. The values are the data for a `Quarantined` event, except its reason.
    case unreadable(EventPlace, tags: [Tag], why: String)
}
