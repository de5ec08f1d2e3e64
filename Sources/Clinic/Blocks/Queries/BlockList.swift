import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

extension BlocksAPI {
    static let listBlocks = Endpoint<ClinicAction>(
        .get, "/api/v1/blocks", id: "listBlocks", summary: "List blocked time by day",
        details: "Blocks that touch one of the days from `from` to `to` (both inclusive), by time.",
        tag: tag, for: Staff.self,
        takes: .query("from", .date.described("The first day (inclusive), by the clinic's calendar.")),
        .query("to", .date.described("The last day (inclusive), by the clinic's calendar.")),
        .page(key: [.second, .uuid]),
        answers: [.page(of: BlockDocument.codec, "A page of blocks")]
    ) { caller, from, to, page throws(Problem) in
        guard from <= to else { throw .malformed(query: "to", code: "bad_range", detail: "must not come before from") }
        var after: Statement = ""
        if let values = page.after?.values, values.count == 2, let second = Int64(values[0]),
            let id = UUIDBytes(values[1])
        {
            after = "AND (starts_at, block_id) > (\(Instant(secondsSince1970: second)), \(id))"
        }
        let query = DocumentQuery(
            """
            SELECT document, extract(epoch FROM starts_at)::bigint::text, block_id::text FROM time_block
            WHERE clinic_id = \(caller.clinic) AND active AND first_day <= \(to) AND last_day >= \(from) \(after)
            ORDER BY starts_at, block_id LIMIT \(page.limit + 1)
            """, shape: .page(limit: page.limit, cursorColumns: 2), shows: .nobodys)
        return .query { _, _ in query }
    }
}
