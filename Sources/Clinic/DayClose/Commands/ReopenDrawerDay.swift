public import Endpoints
public import EventSourcing
import Identifiers
import JSON

/// The command that opens a closed day of a cash drawer again. The counted amounts are removed from the day's
/// document, and stay in the events.
public struct ReopenDrawerDay: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case notClosed

        public var problem: Problem {
            switch self {
            case .notClosed: Problem(.dayOpen)
            }
        }
    }

    public let day: DrawerDayKey

    public init(_ day: DrawerDayKey) { self.day = day }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        guard model[.drawerDay(day)].isClosed else { throw .notClosed }
        return [.drawer(.dayReopened(DrawerDayReopened(day: day)))]
    }
}

extension DayCloseAPI {
    static let reopenDay = Endpoint<ClinicAction>(
        .post, "/api/v1/day-close/{date}/reopen", id: "reopenDay", summary: "Open a closed day again",
        details: "The count is given up, and stays in the audit trail. The day has to be closed again.",
        tag: "Billing", for: AdminOnly.self, takes: .path("date", .closedDate), .drawer,
        answers: [.ok(DrawerDayDocument.codec, "The day, which is open")], problems: [.dayOpen],
        idempotency: .accepted
    ) { _, date, drawer throws(Problem) in
        let day = DrawerDayKey(date, drawer)
        return .command(ClinicCommand(ReopenDrawerDay(day), answer: .drawerDay(day)))
    }
}

extension Problem.Kind {
    static let dayOpen = Problem.Kind(
        "day-open", 409, "The day of this cash drawer is not closed",
        means: "Only a closed day can be opened again.",
        remedy: "Do not repeat the request.")
}
