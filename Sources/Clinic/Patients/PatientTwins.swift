public import EventSourcing
public import Identifiers

/// The patients whose name and birth date fall into one bucket, each as they are now.
public struct PatientTwins: EventSourced {
    private var likenesses: [ID<Patient>: String] = [:]

    public static let initial = PatientTwins()

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .patient(let event) = recorded.event else { return }
        switch event {
        case .patientRegistered(let registered): likenesses[registered.patient] = registered.details.likeness
        // A change of name stands under the bucket that it leaves, too; there the patient is like nobody any more.
        case .patientDetailsChanged(let changed): likenesses[changed.patient] = changed.details.likeness
        case .patientContactChanged: break
        }
    }

    /// Whether this patient was registered in this bucket.
    public func includes(_ patient: ID<Patient>) -> Bool { likenesses[patient] != nil }

    /// The patients who are like this one, other than `patient` itself.
    public func like(_ details: PatientDetails, besides patient: ID<Patient>) -> [ID<Patient>] {
        likenesses.filter { $0.value == details.likeness && $0.key != patient }.keys.sorted()
    }
}

extension Subject<PatientTwins> {
    public static func patientTwins(_ identity: PatientIdentity) -> Subject<PatientTwins> {
        Subject(.patientIdentity(identity))
    }
}

extension PatientDetails {
    var likeness: String {
        PatientIdentity.likeness(given: given.value, family: family.value, birthDate: birthDate.value)
    }

    func identity(in clinic: UUIDBytes) -> PatientIdentity {
        PatientIdentity(clinic: clinic, given: given.value, family: family.value, birthDate: birthDate.value)
    }
}
