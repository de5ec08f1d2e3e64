public import EventSourcing
import Identifiers

/// The events about clinical notes and their templates.
public enum NoteEvent: FeatureEvent {
    case drafted(NoteDrafted)
    case draftChanged(NoteDraftChanged)
    case draftDiscarded(NoteDraftDiscarded)
    case signed(NoteSigned)
    case sharingSet(NoteSharingSet)
    case templateSaved(NoteTemplateSaved)
    case templateRetired(NoteTemplateRetired)

    public var payload: any EventPayload {
        switch self {
        case .drafted(let payload): payload
        case .draftChanged(let payload): payload
        case .draftDiscarded(let payload): payload
        case .signed(let payload): payload
        case .sharingSet(let payload): payload
        case .templateSaved(let payload): payload
        case .templateRetired(let payload): payload
        }
    }

    /// The note that the event is about; `nil` for an event about a template.
    var note: ID<ClinicalNote>? {
        switch self {
        case .drafted(let event): event.note
        case .draftChanged(let event): event.note
        case .draftDiscarded(let event): event.note
        case .signed(let event): event.note
        case .sharingSet(let event): event.note
        case .templateSaved, .templateRetired: nil
        }
    }

    static func register(in types: EventTypes<ClinicEvent>) -> EventTypes<ClinicEvent> {
        types
            .with(NoteDrafted.self) { .note(.drafted($0)) }
            .with(NoteDraftChanged.self) { .note(.draftChanged($0)) }
            .with(NoteDraftDiscarded.self) { .note(.draftDiscarded($0)) }
            .with(NoteSigned.self) { .note(.signed($0)) }
            .with(NoteSharingSet.self) { .note(.sharingSet($0)) }
            .with(NoteTemplateSaved.self) { .note(.templateSaved($0)) }
            .with(NoteTemplateRetired.self) { .note(.templateRetired($0)) }
    }
}
