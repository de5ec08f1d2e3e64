public import EventSourcing
import Identifiers
public import JSON

public enum DrawerEvent: FeatureEvent {
    case dayClosed(DrawerDayClosed)
    case dayReopened(DrawerDayReopened)

    public var payload: any EventPayload {
        switch self {
        case .dayClosed(let payload): payload
        case .dayReopened(let payload): payload
        }
    }

    var day: DrawerDayKey {
        switch self {
        case .dayClosed(let closed): closed.day
        case .dayReopened(let reopened): reopened.day
        }
    }

    static func register(in types: EventTypes<ClinicEvent>) -> EventTypes<ClinicEvent> {
        types
            .with(DrawerDayClosed.self) { .drawer(.dayClosed($0)) }
            .with(DrawerDayReopened.self) { .drawer(.dayReopened($0)) }
    }
}

/// Identifies a day of a cash drawer by the date and the drawer.
public struct DrawerDayKey: Hashable, Sendable {
    public let date: CivilDate
    public let drawer: CashDrawer

    public init(_ date: CivilDate, _ drawer: CashDrawer) {
        self.date = date
        self.drawer = drawer
    }

    /// The key of the document about a drawer's day, such as `2026-11-23-01`. Such keys sort by date, then by drawer.
    var text: String { "\(date.iso8601)-\(drawer.number < 10 ? "0" : "")\(drawer.number)" }

    init?(text: String) {
        guard text.utf8.count == 13, let date = CivilDate(iso8601: text.prefix(10)),
            let drawer = Int(text.suffix(2)).flatMap({ CashDrawer($0) })
        else { return nil }
        self.init(date, drawer)
    }
}

/// The amount of money of one payment method, in minor units of the currency.
public struct MethodAmount: Hashable, Sendable {
    public let method: PaymentMethod
    public let amount: Int64

    public init(_ method: PaymentMethod, _ amount: Int64) {
        self.method = method
        self.amount = amount
    }

    private init(method: PaymentMethod, amount: Int64) { self.init(method, amount) }

    static let codec = object(
        MethodAmount.init(method:amount:), field("method", \.method, .stringEnum),
        field("amount", \.amount, .int64))
}

/// The money of a cash drawer's day was counted, and the day was closed. Until it is opened again, no payment or refund
/// is recorded for it.
public struct DrawerDayClosed: EventPayload, Hashable {
    public let day: DrawerDayKey
    public let currency: Currency
    /// The day's payments less its refunds and corrections: a sum for each payment method that was used.
    public let expected: [MethodAmount]
    public let counted: [MethodAmount]

    public static let stored = StoredType("drawer-day-closed")
    public static let codec = object(
        DrawerDayClosed.make(date:drawer:currency:expected:counted:),
        field("date", \.day.date, .date), field("drawer", \.day.drawer, CashDrawer.codec),
        field("currency", \.currency, Currency.codec),
        field("expected", \.expected, .array(MethodAmount.codec)),
        field("counted", \.counted, .array(MethodAmount.codec)))
    public var tags: [Tag] { [.drawerDay(day.drawer, day.date)] }

    private static func make(
        date: CivilDate, drawer: CashDrawer, currency: Currency, expected: [MethodAmount], counted: [MethodAmount]
    ) -> DrawerDayClosed {
        DrawerDayClosed(day: DrawerDayKey(date, drawer), currency: currency, expected: expected, counted: counted)
    }
}

/// An admin opened a closed day of a cash drawer again.
public struct DrawerDayReopened: EventPayload, Hashable {
    public let day: DrawerDayKey

    public static let stored = StoredType("drawer-day-reopened")
    public static let codec = object(
        DrawerDayReopened.make(date:drawer:), field("date", \.day.date, .date),
        field("drawer", \.day.drawer, CashDrawer.codec))
    public var tags: [Tag] { [.drawerDay(day.drawer, day.date)] }

    private static func make(date: CivilDate, drawer: CashDrawer) -> DrawerDayReopened {
        DrawerDayReopened(day: DrawerDayKey(date, drawer))
    }
}
