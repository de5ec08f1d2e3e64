public import EventSourcing
import Identifiers

/// The events about messages between patients and the clinic.
public enum MessageEvent: FeatureEvent {
    case opened(MessageThreadOpened)
    case sent(MessageSent)
    case withdrawn(MessageWithdrawn)
    case assigned(MessageThreadAssigned)
    case closed(MessageThreadClosed)
    case reopened(MessageThreadReopened)
    case read(MessagesRead)
    case erased(MessagesErased)

    public var payload: any EventPayload {
        switch self {
        case .opened(let payload): payload
        case .sent(let payload): payload
        case .withdrawn(let payload): payload
        case .assigned(let payload): payload
        case .closed(let payload): payload
        case .reopened(let payload): payload
        case .read(let payload): payload
        case .erased(let payload): payload
        }
    }

    /// The thread whose document the event changes; `nil` if the event changes only a read mark.
    var thread: ID<MessageThread>? {
        switch self {
        case .opened(let event): event.thread
        case .sent(let event): event.thread
        case .withdrawn(let event): event.thread
        case .assigned(let event): event.thread
        case .closed(let event): event.thread
        case .reopened(let event): event.thread
        case .read: nil
        case .erased(let event): event.thread
        }
    }

    static func register(in types: EventTypes<ClinicEvent>) -> EventTypes<ClinicEvent> {
        types
            .with(MessageThreadOpened.self) { .message(.opened($0)) }
            .with(MessageSent.self) { .message(.sent($0)) }
            .with(MessageWithdrawn.self) { .message(.withdrawn($0)) }
            .with(MessageThreadAssigned.self) { .message(.assigned($0)) }
            .with(MessageThreadClosed.self) { .message(.closed($0)) }
            .with(MessageThreadReopened.self) { .message(.reopened($0)) }
            .with(MessagesRead.self) { .message(.read($0)) }
            .with(MessagesErased.self) { .message(.erased($0)) }
    }
}
