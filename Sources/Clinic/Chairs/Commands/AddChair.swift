public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that adds a treatment chair to the clinic.
public struct AddChair: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case notFounded
        /// Another active chair has the same name.
        case nameTaken(by: ID<Chair>)

        public var problem: Problem {
            switch self {
            case .notFounded: Problem(.clinicNotFounded)
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
        guard settings.chairs[chair] == nil else { return [] }
        guard settings.isFounded else { throw .notFounded }
        if let other = settings.chair(named: name, besides: chair) { throw .nameTaken(by: other) }
        return [.chair(.chairAdded(ChairAdded(chair: chair, name: name)))]
    }
}

struct ChairBody: Sendable {
    let name: String

    static let codec = object(
        ChairBody.init(name:),
        field("name", \.name, .name(max: 100).described("The chair's name, which no other chair in use has."))
    ).described("A chair, as admins enter it.").named("ChairDetails")
}

extension ChairsAPI {
    static let addChair = Endpoint<ClinicAction>(
        .post, "/api/v1/chairs", id: "addChair", summary: "Add a chair",
        details: "From now on appointments can be booked in it.",
        tag: "Chairs", for: AdminOnly.self,
        takes: .body(ChairBody.codec), answers: [.created(ChairDocument.codec, "The new chair")],
        problems: [.clinicNotFounded, .chairNameTaken], idempotency: .accepted
    ) { _, body throws(Problem) in
        .creation { newID in
            let chair: ID<Chair> = newID()
            return ClinicCommand(
                AddChair(chair, name: body.name),
                answer: DocumentAnswer(Chairs.self, DocumentKey(chair), location: "/api/v1/chairs/\(chair)"))
        }
    }
}
