import Endpoints
import EventSourcing
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
}
