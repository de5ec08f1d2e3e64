public import EventSourcing
public import Identifiers

/// A patient of the clinic.
public struct Patient: EventSourced {
    /// `nil` before the registration and after the erasure.
    public private(set) var details: PatientDetails?
    public private(set) var identity: PatientIdentity?
    public private(set) var isErased = false
    public private(set) var erasedRecords: Set<PatientRecordsErased.Records> = []
    /// The position of the last event on the patient's data.
    public private(set) var version: Int64 = 0

    public static let initial = Patient()

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .patient(let event) = recorded.event else { return }
        version = recorded.position
        switch event {
        case .patientRegistered(let registered):
            details = registered.details.unlessErased
            identity = registered.identity
        case .patientDetailsChanged(let changed):
            details = changed.details.unlessErased
            identity = changed.identity
        case .patientContactChanged(let changed): details?.contact = changed.contact
        case .patientErased:
            details = nil
            isErased = true
        case .patientRecordsErased(let erased): erasedRecords.insert(erased.records)
        case .patientRestrictionSet: break
        }
    }
}

extension Subject<Patient> {
    public static func patient(_ id: ID<Patient>) -> Subject<Patient> { Subject(.patient(id)) }
}

/// A patient's details.
public struct PatientDetails: Hashable, Sendable {
    public let given: Personal<String>
    public let family: Personal<String>
    public let birthDate: Personal<CivilDate>
    public let gender: Personal<Gender>?
    public var contact: PatientContact
    /// For the staff; the patient does not see it.
    public let note: Personal<String>?

    public init(
        given: Personal<String>, family: Personal<String>, birthDate: Personal<CivilDate>, gender: Personal<Gender>?,
        contact: PatientContact, note: Personal<String>?
    ) {
        self.given = given
        self.family = family
        self.birthDate = birthDate
        self.gender = gender
        self.contact = contact
        self.note = note
    }

    /// Given name first, as on a letter.
    public var fullName: Personal<String> {
        guard let given = given.value, let family = family.value else { return .erased }
        return Personal("\(given) \(family)")
    }

    /// `nil` if everything was erased.
    var unlessErased: PatientDetails? { given == .erased ? nil : self }
}

/// Contact details and language, which patients change themselves.
public struct PatientContact: Hashable, Sendable {
    public let phone: Personal<String>?
    public let email: Personal<String>?
    public let address: Personal<String>?
    /// BCP 47: `de`, `pt-BR`.
    public let language: Personal<String>?

    public init(
        phone: Personal<String>?, email: Personal<String>?, address: Personal<String>?, language: Personal<String>?
    ) {
        self.phone = phone
        self.email = email
        self.address = address
        self.language = language
    }
}

public enum Gender: String, CaseIterable, Sendable {
    case female, male, other
}
