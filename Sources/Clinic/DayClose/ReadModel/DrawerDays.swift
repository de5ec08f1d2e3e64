public import EventSourcing
public import Identifiers
public import JSON
import SQL

/// A cash drawer's day, as it is stored and sent: its money by payment method, expected and counted.
public struct DrawerDayDocument: Hashable, Sendable {
    public enum Status: String, CaseIterable, Hashable, Sendable {
        case open, closed
    }

    /// The money of one payment method on a cash drawer's day.
    public struct Line: Hashable, Sendable {
        public let method: PaymentMethod
        public fileprivate(set) var received: Money
        public fileprivate(set) var refunded: Money
        public fileprivate(set) var expected: Money
        public fileprivate(set) var counted: Money?
        public fileprivate(set) var difference: Money?
    }

    public let id: String
    public fileprivate(set) var version: Int64
    public let date: CivilDate
    public let drawer: CashDrawer
    public fileprivate(set) var status: Status
    public fileprivate(set) var lines: [Line]
    public fileprivate(set) var expected: Money
    public fileprivate(set) var counted: Money?
    public fileprivate(set) var difference: Money?
    public fileprivate(set) var closedAt: Instant?
    public fileprivate(set) var closedBy: UUIDBytes?

    /// The document of a cash drawer's open day without payments, refunds and corrections.
    init(_ day: DrawerDayKey, _ currency: Currency, version: Int64 = 0) {
        self.init(
            id: day.text, version: version, date: day.date, drawer: day.drawer, status: .open, lines: [],
            expected: Money(0, currency), counted: nil, difference: nil, closedAt: nil, closedBy: nil)
    }

    private init(
        id: String, version: Int64, date: CivilDate, drawer: CashDrawer, status: Status, lines: [Line],
        expected: Money, counted: Money?, difference: Money?, closedAt: Instant?, closedBy: UUIDBytes?
    ) {
        self.id = id
        self.version = version
        self.date = date
        self.drawer = drawer
        self.status = status
        self.lines = lines
        self.expected = expected
        self.counted = counted
        self.difference = difference
        self.closedAt = closedAt
        self.closedBy = closedBy
    }
}

extension DrawerDayDocument {
    static let codec = object(
        DrawerDayDocument.init(
            id:version:date:drawer:status:lines:expected:counted:difference:closedAt:closedBy:),
        field("id", \.id, .string(max: 13).described("The day and the drawer, such as `2026-11-23-01`.")),
        field("version", \.version, .version),
        field("date", \.date, .date.described("The day, by the clinic's calendar.")),
        field("drawer", \.drawer, CashDrawer.codec),
        field("status", \.status, .stringEnum.described("Whether the day is closed.")),
        field("methods", \.lines, .array(Line.codec).described("The money of each method that was used.")),
        field(
            "expected", \.expected,
            Money.codec.described("The day's payments less its refunds and corrections, of all methods.")),
        optionalField(
            "counted", \.counted,
            Money.codec.described("The money that was counted; absent until the day is closed.")),
        optionalField(
            "difference", \.difference,
            Money.codec.described(
                "Counted less expected: negative if money is missing; absent until the day is closed.")
        ),
        optionalField(
            "closed_at", \.closedAt, .instant.described("When it was closed, in UTC; absent until then.")),
        optionalField(
            "closed_by", \.closedBy, .uuid.described("The account that closed it; absent until then."))
    ).described("A day of a cash drawer: its money by method, expected and counted.").named("DrawerDay")

    fileprivate mutating func add(_ movement: DrawerMovement) {
        let currency = movement.amount.currency
        let index: Int
        if let known = lines.firstIndex(where: { $0.method == movement.method }) {
            index = known
        } else {
            index = lines.count
            let zero = Money(0, currency)
            lines.append(
                Line(
                    method: movement.method, received: zero, refunded: zero, expected: zero, counted: nil,
                    difference: nil))
        }
        if movement.kind == .refund {
            lines[index].refunded = Money(lines[index].refunded.amount - movement.amount.amount, currency)
        } else {
            lines[index].received = Money(lines[index].received.amount + movement.amount.amount, currency)
        }
        lines[index].expected = Money(lines[index].expected.amount + movement.amount.amount, currency)
        expected = Money(expected.amount + movement.amount.amount, currency)
    }

    /// Closes the day of a cash drawer with the money that was counted; `nil` opens the day again and removes the
    /// counted amounts.
    fileprivate mutating func count(_ closed: DrawerDayClosed?, at instant: Instant, by account: UUIDBytes?) {
        let currency = closed?.currency ?? expected.currency
        for amount in closed?.counted ?? [] where !lines.contains(where: { $0.method == amount.method }) {
            let zero = Money(0, currency)
            lines.append(
                Line(
                    method: amount.method, received: zero, refunded: zero, expected: zero, counted: nil,
                    difference: nil))
        }
        for index in lines.indices {
            let counted = closed?.counted.first { $0.method == lines[index].method }.map { $0.amount }
            lines[index].counted = counted.map { Money($0, currency) }
            lines[index].difference = counted.map { Money($0 - lines[index].expected.amount, currency) }
        }
        let sum = closed?.counted.reduce(0) { $0 + $1.amount }
        counted = sum.map { Money($0, currency) }
        difference = sum.map { Money($0 - expected.amount, currency) }
        status = closed == nil ? .open : .closed
        closedAt = closed == nil ? nil : instant
        closedBy = closed == nil ? nil : account
    }
}

extension DrawerDayDocument.Line {
    static let codec = object(
        DrawerDayDocument.Line.init(method:received:refunded:expected:counted:difference:),
        field("method", \.method, .stringEnum.described("How it was paid.")),
        field("received", \.received, Money.codec.described("The payments, without those entered in error.")),
        field("refunded", \.refunded, Money.codec.described("The refunds.")),
        field("expected", \.expected, Money.codec.described("Received less refunded.")),
        optionalField(
            "counted", \.counted, Money.codec.described("The money that was counted; absent until the day is closed.")),
        optionalField(
            "difference", \.difference,
            Money.codec.described("Counted less expected; absent until the day is closed."))
    ).described("The money of one method on a drawer's day.").named("DrawerDayMethod")
}

/// The read model `drawer_day`, with one row for each cash drawer and day.
public enum DrawerDays: ClinicReadModel {
    public static let table = DocumentTable("drawer_day", key: "drawer_day", .text)
    public static let audience = DocumentAudience.aboutNobody
    public static let codec = DrawerDayDocument.codec
    public static let readsPersonal = false

    public static let columns: [DocumentColumn<DrawerDayDocument>] = [
        DocumentColumn("status", .text) { .text($0.status.rawValue) }
    ]

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        if case .drawer(let event) = event { return [.text(event.day.text)] }
        return event.drawerMovement.map { [.text($0.day.text)] } ?? []
    }

    public static func tags(of key: DocumentKey) -> [Tag] {
        guard case .text(let text) = key, let day = DrawerDayKey(text: text) else { return [] }
        return [.drawerDay(day.drawer, day.date)]
    }

    public static func fold(
        _ document: DrawerDayDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> DrawerDayDocument? {
        if let movement = recorded.event.drawerMovement {
            var day = document ?? DrawerDayDocument(movement.day, movement.amount.currency)
            day.version = recorded.position
            day.add(movement)
            return day
        }
        guard case .drawer(let event) = recorded.event else { return document }
        switch event {
        case .dayClosed(let closed):
            var day = document ?? DrawerDayDocument(closed.day, closed.currency)
            day.version = recorded.position
            day.count(closed, at: recorded.recordedAt, by: recorded.actor.account)
            return day
        case .dayReopened:
            var day = document
            day?.version = recorded.position
            day?.count(nil, at: recorded.recordedAt, by: nil)
            return day
        }
    }
}

extension DocumentAnswer {
    static func drawerDay(_ day: DrawerDayKey) -> DocumentAnswer {
        DocumentAnswer(DrawerDays.self, .text(day.text))
    }
}
