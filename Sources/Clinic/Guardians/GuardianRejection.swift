public import Endpoints
import EventSourcing

/// Why a guardian command is rejected.
public enum GuardianRejection: ClinicRejection, Hashable {
    case noSuchPatient
    /// The dependant's record is restricted, and the caller may not open it.
    case restricted
    case ownGuardian
    case tooMany

    public var problem: Problem {
        switch self {
        case .noSuchPatient: .notFound
        case .restricted: Problem(.restrictedRecord)
        case .ownGuardian: Problem(.ownGuardian)
        case .tooMany: Problem(.limitReached, "At most \(NameGuardian.limit) dependants of a guardian.")
        }
    }
}

extension Problem.Kind {
    public static let ownGuardian = Problem.Kind(
        "own-guardian", 409, "A patient cannot be their own guardian",
        means: "Both ids are the same patient's.",
        remedy: "Name another patient as guardian.")
}
