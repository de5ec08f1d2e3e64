public import EventSourcing
import Identifiers

public enum FileEvent: FeatureEvent {
    case added(FileAdded)
    case removed(FileRemoved)

    public var payload: any EventPayload {
        switch self {
        case .added(let payload): payload
        case .removed(let payload): payload
        }
    }

    var file: ID<PatientFile> {
        switch self {
        case .added(let event): event.file
        case .removed(let event): event.file
        }
    }

    var patient: ID<Patient> {
        switch self {
        case .added(let event): event.patient
        case .removed(let event): event.patient
        }
    }

    static func register(in types: EventTypes<ClinicEvent>) -> EventTypes<ClinicEvent> {
        types
            .with(FileAdded.self) { .file(.added($0)) }
            .with(FileRemoved.self) { .file(.removed($0)) }
    }
}
