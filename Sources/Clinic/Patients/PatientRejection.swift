public import Endpoints
import EventSourcing
public import Identifiers
import JSON

/// Why a patient's data cannot be as asked.
public enum PatientRejection: Refusal, Hashable {
    case notFounded
    case noSuchPatient
    /// Patients of the same name and birth date, who may be the same person.
    case possibleDuplicate(of: [ID<Patient>])
    case impossibleBirthDate
    /// The data have changed since the client read them; they are at `version` now.
    case changedSince(version: Int64)

    public var problem: Problem {
        switch self {
        case .notFounded: Problem(.clinicNotFounded)
        case .noSuchPatient: .notFound
        case .possibleDuplicate(let others): Problem(.possibleDuplicate).with("patient_ids", others, .array(.id()))
        case .impossibleBirthDate:
            .malformed(body: "/birth_date", code: "impossible", detail: "nobody alive was born on that day")
        case .changedSince(let version): Problem(.preconditionFailed).with("version", version, .int64)
        }
    }
}

extension PatientDetails {
    /// The longest life known took 122 years.
    private static let longestLife = 130

    /// - Returns: whether somebody born on that day can be a patient on `today`.
    func canBeAlive(on today: CivilDate) -> Bool {
        birthDate.value <= today && birthDate.value.year >= today.year - PatientDetails.longestLife
    }
}

extension Problem.Kind {
    public static let possibleDuplicate = Problem.Kind(
        "possible-duplicate", 409, "There is a patient of this name and birth date",
        members: [.member("patient_ids", Codec<[ID<Patient>]>.array(.id()))])
}
