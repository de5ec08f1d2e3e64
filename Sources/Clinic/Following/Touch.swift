public import EventSourcing
public import Identifiers

/// A change that an event makes in the lists that clients follow.
public enum Touch: Hashable, Sendable {
    /// The appointment's entry changes in the list of its patient and in the lists of the given days. There are two
    /// days if the appointment moves to another day.
    case appointment(ID<Appointment>, of: ID<Patient>, on: [CivilDate])
    /// The patient's card changes, or texts in the patient's records are erased.
    case patient(ID<Patient>)
    /// A billing event changes the patient's account: the debt may change, and an appointment may become invoiced or be
    /// no longer invoiced.
    case account(ID<Patient>)
    /// A message is added to the list of its thread, or its text is removed.
    case message(ID<Message>, in: ID<MessageThread>)
    /// The event can change the number of messages that a reader has not read, but no list of messages.
    case messages
    /// A setting changes, and any entry of any followed list may depend on it.
    case everything
}

/// The appointments, messages and patients whose entries in a list may have changed, without repetitions.
public struct TouchedEntries: Sendable {
    /// The touched appointments, in the order of their first touches.
    public private(set) var appointments: [ID<Appointment>] = []
    /// The touched messages, in the order of their first touches.
    public private(set) var messages: [ID<Message>] = []
    /// The touched patients, in the order of their first touches.
    public private(set) var patients: [ID<Patient>] = []
    private var known: Set<UUIDBytes> = []

    public init() {}

    /// Whether no appointment, message or patient is touched.
    public var isEmpty: Bool { known.isEmpty }

    /// The ids of the touched appointments and messages. An entry of a followed list is an appointment or a message.
    public var entries: [UUIDBytes] { appointments.map(\.uuid) + messages.map(\.uuid) }

    mutating func add(_ appointment: ID<Appointment>) {
        if known.insert(appointment.uuid).inserted { appointments.append(appointment) }
    }

    mutating func add(_ message: ID<Message>) {
        if known.insert(message.uuid).inserted { messages.append(message) }
    }

    mutating func add(_ patient: ID<Patient>) {
        if known.insert(patient.uuid).inserted { patients.append(patient) }
    }
}
