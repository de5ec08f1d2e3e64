public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

public struct RenameChair: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case noSuchChair
        case retired
        /// Another active chair has the same name.
        case nameTaken(by: ID<Chair>)

        public var problem: Problem {
            switch self {
            case .noSuchChair: .notFound
            case .retired: Problem(.chairRetired)
            case .nameTaken(let other): .chairNameTaken(by: other)
            }
        }
    }

    public let chair: ID<Chair>
    public let name: String

    public init(_ chair: ID<Chair>, name: String) {
        self.chair = chair
        self.name = name
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let settings = model[.settings]
        guard let known = settings.chairs[chair] else { throw .noSuchChair }
        guard known.isActive else { throw .retired }
        guard known.name != name else { return [] }
        if let other = settings.chair(named: name, besides: chair) { throw .nameTaken(by: other) }
        return [.chair(.chairRenamed(ChairRenamed(chair: chair, name: name)))]
    }
}

extension ChairsAPI {
    static let renameChair = Endpoint<ClinicAction>(
        .put, "/api/v1/chairs/{chair_id}", id: "renameChair", summary: "Rename a chair",
        details: "Appointments that exist keep the old name.",
        tag: "Chairs",
        for: AdminOnly.self, takes: .path("chair_id", .chairID), .body(ChairBody.codec),
        answers: [.ok(ChairDocument.codec, "The chair as it is now")],
        problems: [.notFound, .chairRetired, .chairNameTaken, .clinicNotFounded],
        idempotency: .accepted
    ) { _, chair, body throws(Problem) in
        .command(
            ClinicCommand(
                RenameChair(chair, name: body.name), answer: DocumentAnswer(Chairs.self, DocumentKey(chair))))
    }
}

extension Problem.Kind {
    public static let chairRetired = Problem.Kind(
        "chair-retired", 409, "The chair is no longer in use",
        means: "The chair was retired; it is kept for old appointments.",
        remedy: "Add a new chair instead.")
}
