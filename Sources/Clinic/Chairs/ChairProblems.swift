public import Endpoints
import Identifiers
import JSON

extension Problem.Kind {
    public static let chairNameTaken = Problem.Kind(
        "chair-name-taken", 409, "Another chair has this name",
        means: "The name is that of the chair `chair_id`. Upper and lower case and accents do not make a difference.",
        remedy: "Use another name, or rename the other chair first.",
        members: [
            .member("chair_id", Codec<ID<Chair>>.id().described("The chair that has the name."), example: .example)
        ])
}

extension Problem {
    static func chairNameTaken(by other: ID<Chair>) -> Problem {
        Problem(.chairNameTaken).with("chair_id", other, .id())
    }
}
