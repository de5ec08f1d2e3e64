import Endpoints
import EventSourcing
import Identifiers
import SQL

extension DocumentQuery {
    /// Makes a query for one document, in the rendering of the column `column`.
    static func one<P: Projection>(
        _ projection: P.Type, _ key: DocumentKey, in clinic: UUIDBytes, column: Identifier = Identifier("document"),
        shows: PatientsShown, form: AnswerForm? = nil
    ) -> DocumentQuery where P.Event == ClinicEvent {
        DocumentQuery(
            """
            SELECT \(column) FROM \(Identifier(P.table.name.text))
            WHERE clinic_id = \(clinic) AND \(Identifier(P.table.keyColumn.text)) = \(key.bind)
            """,
            shape: .one, shows: shows, form: form)
    }

    /// Makes a query for a page of the documents that satisfy `filter`, sorted by name, in the rendering of the column
    /// `column`.
    ///
    /// - Parameter filter: a condition on the columns of the projection.
    static func byName<P: Projection>(
        _ projection: P.Type, in clinic: UUIDBytes, column: Identifier = Identifier("document"),
        where filter: Statement, _ page: Page, form: AnswerForm? = nil
    ) -> DocumentQuery where P.Event == ClinicEvent {
        let key = Identifier(P.table.keyColumn.text)
        let after: Statement =
            page.after.map { "AND (sort_name, \(key)) > (\($0.values[0]), \($0.values[1])::text::uuid)" } ?? ""
        return DocumentQuery(
            """
            SELECT \(column), sort_name, \(key)::text FROM \(Identifier(P.table.name.text))
            WHERE clinic_id = \(clinic) AND \(filter) \(after)
            ORDER BY sort_name, \(key)
            LIMIT \(page.limit + 1)
            """,
            shape: .page(limit: page.limit, cursorColumns: 2), shows: .nobodys, form: form)
    }
}

extension DocumentKey {
    var bind: Bind {
        switch self {
        case .id(let id): .uuid(id)
        case .text(let text): .text(text)
        }
    }
}

extension Statement {
    /// The SQL condition of a list that shows only active or only retired entities. A list shows both if `active` is
    /// `nil`.
    static func whereActive(_ active: Bool?) -> Statement {
        guard let active else { return "true" }
        return "active = \(active)"
    }
}

extension Input where Value == Page {
    /// The paging parameters of lists that are sorted by name.
    static var pageByName: Input { .page(key: [.text, .uuid]) }
}
