import EventSourcing
import Identifiers

/// The states that one command or reader needs of its clinic.
struct StateRequest<Event: DomainEvent> {
    let missing: [AnySubject<Event>]
    /// Cached states to update, by tag, each with the position up to which it is known.
    let refreshing: [Tag: Int64]
    /// The id of a command that may have been done before.
    var id: UUIDBytes?
    let done: (Result<Fetched, LogFailure<Never>>) -> Void
}

struct Fetched {
    /// The feed's last position, up to which the requested states are now known.
    let position: Int64
    /// Whether the command was done before.
    let isDone: Bool
}
