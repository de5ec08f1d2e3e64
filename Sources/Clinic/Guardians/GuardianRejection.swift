public import Endpoints
import EventSourcing

/// Why somebody cannot be a guardian.
public enum GuardianRejection: Refusal, Hashable {
    case noSuchPatient
    /// The dependant's record, to whoever asks.
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
    public static let ownGuardian = Problem.Kind("own-guardian", 409, "A patient cannot be their own guardian")
}
