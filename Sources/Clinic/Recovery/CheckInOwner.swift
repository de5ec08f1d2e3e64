import Endpoints
import EventSourcing
public import Identifiers

/// The person of whom check-ins are expected: a patient of a clinic, or a person without a clinic.
///
/// The events about persons without a clinic are in the feed `Principal.personsFeed`. In these events and in their
/// documents, the account's id is in the place of the patient's id.
public enum CheckInOwner: Hashable, Sendable {
    case patient(ID<Patient>)
    /// A person without a clinic, by the id of the account.
    case person(ID<Patient>)

    /// The owner of check-ins whose id is in an event of the given feed.
    public init(_ id: ID<Patient>, in feed: UUIDBytes) {
        self = feed == Principal.personsFeed ? .person(id) : .patient(id)
    }

    init(_ caller: Caller<PatientOrPerson>) { self.init(ID(caller.subject), in: caller.feed) }

    public var id: ID<Patient> {
        switch self {
        case .patient(let id), .person(let id): id
        }
    }

    /// The owner as a list with one patient; empty if the owner is a person without a clinic.
    var patients: [ID<Patient>] { if case .patient(let id) = self { [id] } else { [] } }
}

/// A person whom a check-in names besides the caller, and the member of the request's body that names the person.
public struct NamedOwner: Hashable, Sendable {
    let member: String
    let id: ID<Patient>

    public init(member: String, id: ID<Patient>) {
        self.member = member
        self.id = id
    }
}

extension DecisionModel<ClinicEvent> {
    /// Whether an id is the owner's: that of the owner's record, or of a record that was merged into it.
    mutating func isOwn(_ id: ID<Patient>, of owner: CheckInOwner) -> Bool {
        switch owner {
        case .patient(let patient): isShown(id, for: patient)
        case .person(let person): id == person
        }
    }

    /// Whether the owner can have a plan of check-ins. A patient must be registered and not erased.
    mutating func isCurrent(_ owner: CheckInOwner) -> Bool {
        if case .patient(let id) = owner { self[.registration(of: id)].isCurrent } else { true }
    }

    /// Rejects the command if the owner is a patient who is not registered, or who was erased.
    mutating func requireCurrent<Rejection: Error>(
        _ owner: CheckInOwner, else rejection: Rejection
    ) throws(Rejection) {
        guard case .patient(let id) = owner else { return }
        try require(.registration(of: id), { $0.isCurrent }, else: rejection)
    }
}
