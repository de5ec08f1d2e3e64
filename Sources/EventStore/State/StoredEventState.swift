public import EventSourcing

/// A stored event, as far as an operator may see it.
public enum StoredEventState: Sendable {
    case absent
    case readable
    case quarantined
    /// The event is unreadable. The values are the data for a `Quarantined` event, except its reason.
    case unreadable(EventPlace, tags: [Tag], why: String)
}
