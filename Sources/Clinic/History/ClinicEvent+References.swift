public import Endpoints
import EventSourcing
public import Identifiers

/// The ids of the entities that an event is about, without any other data.
public struct EventReferences: Sendable {
    public let ids: [(name: StaticString, id: UUIDBytes)]

    init(_ tags: [Tag]) {
        var ids: [(name: StaticString, id: UUIDBytes)] = []
        for tag in tags {
            guard let name = tag.entityName,
                !ids.contains(where: { $0.name.description == name.description && $0.id == tag.subject })
            else { continue }
            ids.append((name, tag.subject))
        }
        self.ids = ids
    }
}

extension ClinicEvent {
    /// The entities that the event is about.
    public var references: EventReferences { EventReferences(tags) }

    /// The roles of the staff to whom the API's list of the clinic's events shows the event.
    public var readers: [Role] {
        switch self {
        case .profile, .service, .chair, .patient, .block, .hold, .series, .appointment:
            [.doctor, .admin, .receptionist]
        case .treatment: [.doctor, .admin, .receptionist]
        case .guardian, .waitlist, .recall, .billing, .draft, .drawer, .family, .insurance: [.admin, .receptionist]
        case .recovery, .file, .finding, .perio, .chart, .vitals, .note, .prescription, .historyForm, .consent:
            [.doctor, .admin]
        case .notification: [.admin, .receptionist]
        // Only admins may read all threads of messages.
        case .staff, .emergency, .message, .quarantined: [.admin]
        }
    }
}
