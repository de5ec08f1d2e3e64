public import Endpoints
public import EventSourcing
public import JSON

/// The endpoints for showing, closing and reopening days of cash drawers.
public enum DayCloseAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [
        listDayCloses,
        closeDay,
        getDayClose,
        reopenDay,
    ]
}

extension Codec where Value == CivilDate {
    /// The date of a cash drawer's day, in the path of an endpoint.
    public static var closedDate: Codec { .date.described("The day, by the clinic's calendar.") }
}

extension Input where Value == CashDrawer {
    /// The cash drawer that a request is about; drawer 1 if the request names no drawer.
    public static var drawer: Input { .query("drawer", CashDrawer.codec, default: .first) }
}
