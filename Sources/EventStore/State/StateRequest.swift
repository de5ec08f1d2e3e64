import EventSourcing
import Identifiers

/// The states that one command or reader needs of its clinic.
struct StateRequest<Event: DomainEvent> {
    let missing: [AnySubject<Event>]
    /// Cached states to update: for each tag, the position up to which the state includes all events.
    let refreshing: [Tag: Int64]
    /// The id of a command that may have been done before.
    var id: UUIDBytes?
    let done: (Result<Fetched, LogFailure<Never>>) -> Void
}

struct Fetched {
    /// The feed's last position at the fetch. The fetched states include all events up to it.
    let position: Int64
    /// Whether the command was done before.
    let isDone: Bool
}
