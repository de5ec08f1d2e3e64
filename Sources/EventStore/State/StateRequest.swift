import EventSourcing
import Identifiers

/// A command's or query's request for states of its clinic.
struct StateRequest<Event: DomainEvent> {
    let missing: [AnySubject<Event>]
    /// Cached states to update: for each tag, the position up to which the state includes all events.
    let refreshing: [Tag: Int64]
    /// The id of a command, if the fetch must find out whether the command was done before.
    var id: UUIDBytes?
    let done: (Result<Fetched, LogFailure<Never>>) -> Void
}

struct Fetched {
    /// The feed's last position at the fetch. The fetched states include all events up to it.
    let position: Int64
    /// Whether the command with the request's id was done before; `false` if the request has no id.
    let isDone: Bool
}
