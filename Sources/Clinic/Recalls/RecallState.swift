public import EventSourcing
import Identifiers

/// The pauses of a patient's recalls, by service, and the services that have had a pause or a reminder.
public struct RecallState: EventSourced {
    public static let initial = RecallState()
    public static let readsPersonal = false

    /// For each service with a pause of the patient's recalls, the first day on which the patient can be due again. A
    /// pause keeps its entry when that day has come.
    private(set) var pauses: [ID<Service>: CivilDate] = [:]
    /// The services for which the patient's recalls have had a reminder or a pause.
    private(set) var noted: Set<ID<Service>> = []

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .recall(let event) = recorded.event else { return }
        switch event {
        case .reminded(let reminded): noted.insert(reminded.service)
        case .paused(let paused):
            noted.insert(paused.service)
            pauses[paused.service] = paused.until
        }
    }
}

extension Subject where State == RecallState {
    static func recalls(of patient: ID<Patient>) -> Subject { Subject(.recalls(of: patient)) }
}

/// The key of the document about a patient's recalls for a service: both ids.
enum RecallKey {
    static func of(_ patient: ID<Patient>, _ service: ID<Service>) -> DocumentKey {
        .text("\(patient.text):\(service.text)")
    }

    static func patient(_ key: DocumentKey) -> ID<Patient>? {
        guard case .text(let text) = key else { return nil }
        return ID(String(text.prefix(36)))
    }
}
