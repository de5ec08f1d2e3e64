public import Endpoints
public import Identifiers
import JSON

/// Why a chair command is rejected.
public enum ChairRejection: ClinicRejection, Hashable {
    case notFounded
    case noSuchChair
    case retired
    /// Another active chair has the same name.
    case nameTaken(by: ID<Chair>)

    public var problem: Problem {
        switch self {
        case .notFounded: Problem(.clinicNotFounded)
        case .noSuchChair: .notFound
        case .retired: Problem(.chairRetired)
        case .nameTaken(let other): Problem(.chairNameTaken).with("chair_id", other, .id())
        }
    }
}

extension ClinicSettings {
    func check(chairName name: String, of chair: ID<Chair>) throws(ChairRejection) {
        guard isFounded else { throw .notFounded }
        for other in activeChairs where other.id != chair && FoldedText.fold(other.name) == FoldedText.fold(name) {
            throw .nameTaken(by: other.id)
        }
    }
}

extension Problem.Kind {
    public static let chairRetired = Problem.Kind(
        "chair-retired", 409, "The chair is no longer in use",
        means: "The chair was retired; it is kept for old appointments.",
        remedy: "Add a new chair instead.")
    public static let chairNameTaken = Problem.Kind(
        "chair-name-taken", 409, "Another chair has this name",
        means: "The name is that of the chair `chair_id`. Upper and lower case and accents do not make a difference.",
        remedy: "Use another name, or rename the other chair first.",
        members: [
            .member("chair_id", Codec<ID<Chair>>.id().described("The chair that has the name."), example: .example)
        ])
}
