public import Endpoints
import Identifiers
import JSON

extension Problem.Kind {
    public static let chairRetired = Problem.Kind("chair-retired", 409, "The chair is not in use any more")
    public static let chairNameTaken = Problem.Kind(
        "chair-name-taken", 409, "Another chair has this name",
        members: [.member("chair_id", Codec<ID<Chair>>.id().described("The chair that has the name."))])
}

extension Problem {
    static func chairNameTaken(by other: ID<Chair>) -> Problem {
        Problem(.chairNameTaken).with("chair_id", other, .id())
    }
}
