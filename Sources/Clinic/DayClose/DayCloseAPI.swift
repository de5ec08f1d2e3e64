public import Endpoints
public import EventSourcing
public import JSON

/// The endpoints for closing a day of a cash drawer.
public enum DayCloseAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [
        listDayCloses,
        closeDay,
        getDayClose,
        reopenDay,
    ]
}

extension Codec where Value == CivilDate {
    /// A drawer's day, in a path.
    public static var closedDate: Codec { .date.described("The day, by the clinic's calendar.") }
}

extension Input where Value == CashDrawer {
    /// The drawer that a request is about.
    public static var drawer: Input { .query("drawer", CashDrawer.codec, default: .first) }
}
