public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that retires a chair, which then gets no new appointments. Its present appointments stay until the
/// staff moves them.
public struct RetireChair: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case noSuchChair

        public var problem: Problem {
            switch self {
            case .noSuchChair: .notFound
            }
        }
    }

    public let chair: ID<Chair>

    public init(_ chair: ID<Chair>) { self.chair = chair }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        guard let known = model[.settings].chairs[chair] else { throw .noSuchChair }
        return known.isActive ? [.chair(.chairRetired(ChairRetired(chair: chair)))] : []
    }
}

extension ChairsAPI {
    static let retireChair = Endpoint<ClinicAction>(
        .post, "/api/v1/chairs/{chair_id}/retire", id: "retireChair", summary: "Retire a chair",
        details: """
            Nothing can be booked in it any more. Appointments that exist stay: `GET /api/v1/affected-appointments` lists \
            those that are ahead. Repeating this changes nothing.
            """, tag: "Chairs", for: AdminOnly.self,
        takes: .path("chair_id", .chairID), answers: [.ok(ChairDocument.codec, "The chair as it is now")],
        problems: [.notFound],
        idempotency: .accepted
    ) { _, chair throws(Problem) in
        .command(ClinicCommand(RetireChair(chair), answer: DocumentAnswer(Chairs.self, DocumentKey(chair))))
    }
}
