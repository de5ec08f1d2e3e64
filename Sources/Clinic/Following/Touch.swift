public import EventSourcing
public import Identifiers

/// What an event changes in the lists that clients follow.
public enum Touch: Hashable, Sendable {
    /// An appointment in the lists of these days: one, or two if it moves to another day.
    case appointment(ID<Appointment>, of: ID<Patient>, on: [CivilDate])
    /// A patient's card, or texts of the patient's records.
    case patient(ID<Patient>)
    /// What a patient owes, and which visits are invoiced.
    case account(ID<Patient>)
    /// A setting that every entry shows.
    case everything
}

/// The appointments and patients whose entries in a list may have changed, each once.
public struct TouchedEntries: Sendable {
    public private(set) var appointments: [ID<Appointment>] = []
    public private(set) var patients: [ID<Patient>] = []
    private var known: Set<UUIDBytes> = []

    public init() {}

    public var isEmpty: Bool { known.isEmpty }

    mutating func add(_ appointment: ID<Appointment>) {
        if known.insert(appointment.uuid).inserted { appointments.append(appointment) }
    }

    mutating func add(_ patient: ID<Patient>) {
        if known.insert(patient.uuid).inserted { patients.append(patient) }
    }
}
