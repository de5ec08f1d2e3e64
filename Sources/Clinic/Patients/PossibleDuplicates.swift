public import EventSourcing
public import Identifiers

/// The patients in one bucket of names and birth dates, who may be the same person. Erased patients match no other
/// patient.
public struct PossibleDuplicates: EventSourced {
    /// For each patient who is or was in the bucket, the text for comparing name and birth date. It is `nil` for erased
    /// patients, who match no other patient.
    private var likenesses: [ID<Patient>: String?] = [:]
    /// The records into which merged records of the bucket were merged.
    private var survivors: [ID<Patient>: ID<Patient>] = [:]

    public static let initial = PossibleDuplicates()

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .patient(let event) = recorded.event else { return }
        switch event {
        case .patientRegistered(let registered):
            likenesses.updateValue(registered.details.likeness, forKey: registered.patient)
        // An event that changes a patient's name or birth date is folded into the old and into the new bucket. In the
        // old bucket, the new name and birth date match no other patient.
        case .patientDetailsChanged(let changed):
            likenesses.updateValue(changed.details.likeness, forKey: changed.patient)
        case .patientErased(let erased): likenesses.updateValue(nil, forKey: erased.patient)
        case .patientMerged(let merged): survivors[merged.patient] = merged.into
        case .patientUnmerged(let unmerged): survivors[unmerged.patient] = nil
        case .patientContactChanged, .patientRecordsErased, .patientRecordsSealed, .patientRestrictionSet,
            .publicBookingConfirmed,
            .provisionalPatientAccepted:
            break
        }
    }

    /// Whether this patient is or was in this bucket of possible duplicates.
    public func includes(_ patient: ID<Patient>) -> Bool { likenesses[patient] != nil }

    /// The patients whose names and birth dates match the given details, except `patient` itself. For a merged record,
    /// the surviving record is named.
    public func like(_ details: PatientDetails, besides patient: ID<Patient>) -> [ID<Patient>] {
        guard let likeness = details.likeness else { return [] }
        let alike = likenesses.filter { $0.value == likeness && $0.key != patient }.keys.map { survivors[$0] ?? $0 }
        return Set(alike).subtracting([patient]).sorted()
    }
}

extension Subject<PossibleDuplicates> {
    public static func possibleDuplicates(_ identity: PatientIdentity) -> Subject<PossibleDuplicates> {
        Subject(.patientIdentity(identity))
    }
}

extension PatientDetails {
    /// The text for comparing the patient's name and birth date with those of other patients; `nil` after the erasure.
    var likeness: String? {
        guard let given = given.value, let family = family.value, let birthDate = birthDate.value else { return nil }
        return PatientIdentity.likeness(given: given, family: family, birthDate: birthDate)
    }

    func identity(in clinic: UUIDBytes) -> PatientIdentity {
        PatientIdentity(clinic: clinic, likeness: likeness ?? "")
    }
}
