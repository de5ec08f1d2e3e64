public import EventSourcing
public import Identifiers

/// The patients whose name and birth date fall into one bucket, each as they are now.
public struct PatientTwins: EventSourced {
    /// `nil` of those who are like nobody, since they were erased.
    private var likenesses: [ID<Patient>: String?] = [:]

    public static let initial = PatientTwins()

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .patient(let event) = recorded.event else { return }
        switch event {
        case .patientRegistered(let registered):
            likenesses.updateValue(registered.details.likeness, forKey: registered.patient)
        // A change of name stands under the bucket that it leaves, too; there the patient is like nobody any more.
        case .patientDetailsChanged(let changed):
            likenesses.updateValue(changed.details.likeness, forKey: changed.patient)
        case .patientErased(let erased): likenesses.updateValue(nil, forKey: erased.patient)
        case .patientContactChanged, .patientRecordsErased, .patientRestrictionSet: break
        }
    }

    /// Whether this patient was registered in this bucket.
    public func includes(_ patient: ID<Patient>) -> Bool { likenesses[patient] != nil }

    /// The patients who are like this one, other than `patient` itself.
    public func like(_ details: PatientDetails, besides patient: ID<Patient>) -> [ID<Patient>] {
        guard let likeness = details.likeness else { return [] }
        return likenesses.filter { $0.value == likeness && $0.key != patient }.keys.sorted()
    }
}

extension Subject<PatientTwins> {
    public static func patientTwins(_ identity: PatientIdentity) -> Subject<PatientTwins> {
        Subject(.patientIdentity(identity))
    }
}

extension PatientDetails {
    /// `nil` once it was erased.
    var likeness: String? {
        guard let given = given.value, let family = family.value, let birthDate = birthDate.value else { return nil }
        return PatientIdentity.likeness(given: given, family: family, birthDate: birthDate)
    }

    func identity(in clinic: UUIDBytes) -> PatientIdentity {
        PatientIdentity(clinic: clinic, likeness: likeness ?? "")
    }
}
