import Endpoints
import EventSourcing
import Identifiers
import JSON
import SQL

extension DayCloseAPI {
    static let listDayCloses = Endpoint<ClinicAction>(
        .get, "/api/v1/day-close", id: "listDayCloses", summary: "List days of cash drawers, the latest first",
        details: "Days on which money was received or given back.", tag: "Billing", for: FrontDesk.self,
        takes: .page(key: [.text]),
        .optionalQuery("status", .stringEnum.described("Only open days, or only closed ones; absent: both.")),
        answers: [.page(of: DrawerDayDocument.codec, "A page of days")]
    ) { caller, page, status throws(Problem) in
        .query(drawerDays(caller.clinic, page, status: status))
    }

    static let getDayClose = Endpoint<ClinicAction>(
        .get, "/api/v1/day-close/{date}", id: "getDayClose", summary: "Show a day of a cash drawer",
        details:
            "The money that is expected by method; once the day is closed, also the counted money and differences.",
        tag: "Billing", for: FrontDesk.self, takes: .path("date", .closedDate), .drawer,
        answers: [.ok(DrawerDayDocument.codec, "The day")], problems: [.notFound]
    ) { caller, date, drawer throws(Problem) in
        .query(drawerDay(caller.clinic, DrawerDayKey(date, drawer)))
    }

    private static func drawerDays(
        _ clinic: UUIDBytes, _ page: Page, status: DrawerDayDocument.Status?
    ) -> ModelQuery {
        let before: Statement = page.after.map { "AND drawer_day < \($0.values[0])" as Statement } ?? ""
        let inStatus: Statement = status.map { "AND status = \($0.rawValue)" as Statement } ?? ""
        let query = DocumentQuery(
            """
            SELECT document, drawer_day FROM drawer_day
            WHERE clinic_id = \(clinic) \(inStatus) \(before)
            ORDER BY drawer_day DESC LIMIT \(Int64(page.limit + 1))
            """, shape: .page(limit: page.limit, cursorColumns: 1), shows: .nobodys)
        return { _, _ in query }
    }

    /// A day; a day without money is empty.
    private static func drawerDay(_ clinic: UUIDBytes, _ day: DrawerDayKey) -> ModelQuery {
        { model, _ throws(Problem) in
            let empty = DrawerDayDocument(day, model[.basics].currency)
            let document = DrawerDayDocument.codec.bytes(empty)
            return DocumentQuery(
                """
                SELECT coalesce(
                    (SELECT document FROM drawer_day WHERE clinic_id = \(clinic) AND drawer_day = \(day.text)),
                    \(Bind.json(document)))
                """, shape: .one, shows: .nobodys)
        }
    }
}
