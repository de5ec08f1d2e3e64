public import Identifiers

/// The entity that a notification is about. The app opens this entity.
public struct NotificationSubject: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case appointment, payment, service
        case waitlistEntry = "waitlist_entry"
        case missedCheckIn = "missed_check_in"
        case checkInPlan = "check_in_plan"
        case messageThread = "message_thread"
    }

    public let kind: Kind
    public let id: UUIDBytes

    public init(_ kind: Kind, _ id: UUIDBytes) {
        self.kind = kind
        self.id = id
    }

    /// The link by which the app opens the entity that a notification is about.
    public var url: String {
        switch kind {
        case .appointment: "chairside://appointments/\(id.text)"
        case .payment: "chairside://payments/\(id.text)"
        case .service: "chairside://services/\(id.text)"
        case .waitlistEntry: "chairside://waitlist/\(id.text)"
        case .missedCheckIn: "chairside://missed-check-ins/\(id.text)"
        case .checkInPlan: "chairside://check-ins/\(id.text)"
        case .messageThread: "chairside://messages/\(id.text)"
        }
    }
}
