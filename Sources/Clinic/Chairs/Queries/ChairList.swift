import Endpoints
import EventSourcing
import Identifiers
import JSON

extension ChairsAPI {
    static let listChairs = Endpoint<ClinicAction>(
        .get, "/api/v1/chairs", id: "listChairs", summary: "List the clinic's chairs by name",
        details: "A chair is a place where one patient at a time is treated.",
        tag: "Chairs",
        for: Staff.self,
        takes: .optionalQuery(
            "active", .bool.described("`true`: only chairs in use; `false`: only retired chairs; absent: both.")),
        .pageByName,
        answers: [.page(of: ChairDocument.codec, "A page of chairs")], caching: .privateETag(maxAge: 0)
    ) { caller, active, page throws(Problem) in
        .query { _, _ in
            .byName(Chairs.self, in: caller.clinic, where: .whereActive(active), page)
        }
    }

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
