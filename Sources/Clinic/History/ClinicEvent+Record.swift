import EventSourcing
public import Identifiers

/// The record that an event is part of, if the event's name alone tells something clinical of its patient, such as
/// `condition-recorded`. The feed lists such an event of a restricted record only for staff to whom the record is open.
public enum EventRecord: Hashable, Sendable {
    /// The event tells nothing clinical of a patient.
    case none
    case of(ID<Patient>)
    /// The event is part of a record, and names no patient. The feed leaves it out.
    case unknown
}

extension ClinicEvent {
    /// The record that the event is part of.
    public var record: EventRecord {
        switch self {
        case .note(.draftDiscarded(let event)): .of(event.patient)
        case .note(.sharingSet(let event)): .of(event.patient)
        case .note(let event): event.note == nil ? .none : namedRecord ?? .unknown
        case .consent(let event): event.consent == nil ? .none : namedRecord ?? .unknown
        case .historyForm(.templateSet): .none
        case .recovery(.seen(let seen)): .of(seen.patient)
        case .insurance(let event): event.patient.map { .of($0) } ?? .none
        case .treatment, .recovery, .file, .finding, .perio, .chart, .vitals, .prescription, .historyForm:
            namedRecord ?? .unknown
        case .profile, .service, .chair, .staff, .patient, .guardian, .emergency, .block, .hold, .waitlist, .recall,
            .series, .appointment, .billing, .draft, .drawer, .family, .message, .notification, .quarantined:
            .none
        }
    }

    private var namedRecord: EventRecord? {
        if let named = references.ids.first(where: { $0.name.description == "patient_id" }) { return .of(ID(named.id)) }
        return payload.person.map { .of(ID($0)) }
    }
}
