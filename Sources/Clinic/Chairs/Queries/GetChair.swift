import Endpoints
import EventSourcing
import Identifiers
import JSON

extension ChairsAPI {
    static let getChair = Endpoint<ClinicAction>(
        .get, "/api/v1/chairs/{chair_id}", id: "getChair", summary: "Show a chair",
        details: "Retired chairs are shown too.",
        tag: "Chairs", for: Staff.self,
        takes: .path("chair_id", Codec<ID<Chair>>.chairID), answers: [.ok(ChairDocument.codec, "The chair")],
        problems: [.notFound],
        caching: .privateETag(maxAge: 0)
    ) { caller, chair throws(Problem) in
        .query { _, _ in .one(Chairs.self, DocumentKey(chair), in: caller.clinic, shows: .nobodys) }
    }
}
