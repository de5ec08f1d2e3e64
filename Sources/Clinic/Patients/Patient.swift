public import EventSourcing
public import Identifiers

/// A patient of the clinic.
public struct Patient: EventSourced {
    /// The patient's details; `nil` before the registration and after the erasure.
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
    /// The staff's note on the patient, which the patient does not see.
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

    /// The patient's full name, given name first, as on a letter.
    public var fullName: Personal<String> {
        guard let given = given.value, let family = family.value else { return .erased }
        return Personal("\(given) \(family)")
    }

    /// The details; `nil` if everything was erased.
    var unlessErased: PatientDetails? { given == .erased ? nil : self }
}

/// Contact details and language, which patients change themselves.
public struct PatientContact: Hashable, Sendable {
    public let phone: Personal<String>?
    public let email: Personal<String>?
    public let address: Personal<String>?
    /// The patient's language as a BCP 47 tag: `de`, `pt-BR`.
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
