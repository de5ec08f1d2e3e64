public import EventSourcing
public import Identifiers

/// The state of one reading of vital signs, for decisions: its patient, and whether it was entered in error.
public struct KnownVitals: EventSourced {
    public private(set) var patient: ID<Patient>?
    public private(set) var isInError = false

    public static let initial = KnownVitals()
    public static let readsPersonal = false

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .vitals(let event) = recorded.event else { return }
        switch event {
        case .recorded(let recorded): patient = recorded.patient
        case .enteredInError: isInError = true
        }
    }
}

/// The time of the latest event about a patient's vital signs; `nil` if there is none.
public struct LatestVitals: EventSourced {
    public private(set) var time: Instant?

    public static let initial = LatestVitals()
    public static let readsPersonal = false
    public static let readsLast = true

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        if case .vitals = recorded.event { time = recorded.recordedAt }
    }
}

extension Subject<KnownVitals> {
    static func vitalsReading(_ id: ID<VitalsReading>) -> Subject<KnownVitals> { Subject(.vitalsReading(id)) }
}

extension Subject<LatestVitals> {
    static func latestVitals(of patient: ID<Patient>) -> Subject<LatestVitals> { Subject(.vitals(of: patient)) }
}
