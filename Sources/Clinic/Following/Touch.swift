public import EventSourcing
public import Identifiers

/// A change that an event makes in the lists that clients follow.
public enum Touch: Hashable, Sendable {
    /// The appointment changes in the lists of these days: one day, or two if it moves to another day.
    case appointment(ID<Appointment>, of: ID<Patient>, on: [CivilDate])
    /// The patient's card changes, or texts of the patient's records.
    case patient(ID<Patient>)
    /// The patient's debt changes, or one of their visits is invoiced.
    case account(ID<Patient>)
    /// A setting changes on which every entry depends.
    case everything
}

/// The appointments and patients whose entries in a list may have changed, without repetitions.
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
