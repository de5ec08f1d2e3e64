public import EventSourcing
public import Identifiers
import JSON

/// The state of a periodontal examination for decisions: its patient, and whether it was entered in error.
public struct PerioExamination: EventSourced {
    public private(set) var patient: ID<Patient>?
    public private(set) var isInError = false

    public static let initial = PerioExamination()
    public static let readsPersonal = false

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .perio(let event) = recorded.event else { return }
        switch event {
        case .examined(let examined): patient = examined.patient
        case .enteredInError: isInError = true
        }
    }
}

extension Subject<PerioExamination> {
    public static func perioExamination(_ id: ID<PerioExamination>) -> Subject<PerioExamination> {
        Subject(.perioExamination(id))
    }
}

extension Codec where Value == ID<PerioExamination> {
    static var examinationID: Codec { .id().described("The examination's id.") }
}
