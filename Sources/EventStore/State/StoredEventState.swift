public import EventSourcing

/// The state of a stored event, without the event's content.
public enum StoredEventState: Sendable {
    case absent
    case readable
    case quarantined
    /// The event is unreadable. The values are the data for a `Quarantined` event, except its reason.
    case unreadable(EventPlace, tags: [Tag], why: String)
}
