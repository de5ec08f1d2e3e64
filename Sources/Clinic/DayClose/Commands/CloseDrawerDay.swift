public import Endpoints
public import EventSourcing
import Identifiers
import JSON

/// The command that closes a cash drawer's day with the money that was counted. Until the day is opened again, no
/// payment or refund is recorded for it.
public struct CloseDrawerDay: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case notFounded
        case inFuture
        case alreadyClosed
        case otherCurrency(expected: Currency)
        case repeatedMethod(index: Int)
        /// The request to close the day has no counted amount for the given payment methods, which were used on the
        /// day.
        case uncounted([PaymentMethod])

        public var problem: Problem {
            switch self {
            case .notFounded: Problem(.clinicNotFounded)
            case .inFuture: .malformed(body: "/date", code: "in_future", detail: "must not be after today")
            case .alreadyClosed: Problem(.dayClosed)
            case .otherCurrency(let expected): .otherCurrency(expected: expected)
            case .repeatedMethod(let index):
                .malformed(body: "/counted/\(index)/method", code: "repeated", detail: "each method once")
            case .uncounted(let methods): Problem(.countIncomplete).with("methods", methods, .array(.stringEnum))
            }
        }
    }

    public struct Count: Hashable, Sendable {
        public let method: PaymentMethod
        public let amount: Money

        public init(method: PaymentMethod, amount: Money) {
            self.method = method
            self.amount = amount
        }
    }

    public let drawer: CashDrawer
    /// The day to close, by the clinic's calendar; `nil` for today.
    public let date: CivilDate?
    public let counted: [Count]

    public init(_ drawer: CashDrawer, on date: CivilDate?, counted: [Count]) {
        self.drawer = drawer
        self.date = date
        self.counted = counted
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let basics = model[.basics]
        guard basics.clinic != nil else { throw .notFounded }
        let today = basics.zone.date(of: now)
        let day = DrawerDayKey(date ?? today, drawer)
        guard day.date <= today else { throw .inFuture }
        let state = model[.drawerDay(day)]
        guard !state.isClosed else { throw .alreadyClosed }
        var seen: Set<PaymentMethod> = []
        for (index, count) in counted.enumerated() {
            guard count.amount.currency == basics.currency else { throw .otherCurrency(expected: basics.currency) }
            guard seen.insert(count.method).inserted else { throw .repeatedMethod(index: index) }
        }
        let missing = state.expected.map(\.method).filter { !seen.contains($0) }
        guard missing.isEmpty else { throw .uncounted(missing) }
        return [
            .drawer(
                .dayClosed(
                    DrawerDayClosed(
                        day: day, currency: basics.currency, expected: state.expected,
                        counted: counted.map { MethodAmount($0.method, $0.amount.amount) })))
        ]
    }
}

struct DayCloseBody: Sendable {
    let date: CivilDate
    let drawer: CashDrawer?
    let counted: [CloseDrawerDay.Count]

    static let codec = object(
        DayCloseBody.init(date:drawer:counted:),
        field("date", \.date, .date.described("The day to close, by the clinic's calendar; not after today.")),
        optionalField("drawer", \.drawer, CashDrawer.codec),
        field(
            "counted", \.counted,
            .array(CloseDrawerDay.Count.codec, 0...PaymentMethod.allCases.count).described(
                "The money that was counted, for each method that was used on the day. For cards and transfers, the sum of the "
                    + "slips or of the bank's list."))
    ).described("The day to close, and the money that was counted.").named("DayClose")
}

extension CloseDrawerDay.Count {
    static let codec = object(
        CloseDrawerDay.Count.init(method:amount:),
        field("method", \.method, .stringEnum.described("The method of payment.")),
        field("amount", \.amount, Money.codec.described("The money that was counted, in the clinic's currency."))
    ).described("The counted money of one method.").named("MethodCount")
}

extension DayCloseAPI {
    static let closeDay = Endpoint<ClinicAction>(
        .post, "/api/v1/day-close", id: "closeDay", summary: "Close a day of a cash drawer",
        details: """
            Records the money that was counted, and its difference from what the day's payments and refunds add up to. \
            The day is locked: later payments and refunds of that day in this drawer are refused.
            """,
        tag: "Billing", for: FrontDesk.self, takes: .body(DayCloseBody.codec),
        answers: [.ok(DrawerDayDocument.codec, "The closed day")],
        problems: [.dayClosed, .countIncomplete, .otherCurrency, .clinicNotFounded], idempotency: .accepted
    ) { _, body throws(Problem) in
        let drawer = body.drawer ?? .first
        return .command(
            ClinicCommand(
                CloseDrawerDay(drawer, on: body.date, counted: body.counted),
                answer: .drawerDay(DrawerDayKey(body.date, drawer))))
    }
}

extension Problem.Kind {
    static let dayClosed = Problem.Kind(
        "day-closed", 409, "The day of this cash drawer is closed",
        means: "The drawer's money of this day was counted, so that nothing of it can change.",
        remedy: "Use another drawer, or let an admin open the day again.")
    static let countIncomplete = Problem.Kind(
        "count-incomplete", 409, "Not all money of the day was counted",
        means: "The day has payments or refunds of `methods`, which are not in `counted`.",
        remedy: "Count these methods too.",
        members: [
            .member(
                "methods",
                Codec<[PaymentMethod]>.array(.stringEnum).described("The methods that are missing."),
                example: [.cash])
        ])
}
