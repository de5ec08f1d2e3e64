public import EventSourcing
public import Identifiers
public import JSON

/// A patient's account over some days: the balance before them, each change of the balance, and the balance after them.
public struct AccountStatement: Sendable {
    public struct Line: Sendable {
        public let date: CivilDate
        public let kind: AccountHistory.Kind
        public let number: String?
        public let amount: Money
        public let balance: Money
    }

    public let id: ID<Patient>
    public let version: Int64
    public let from, to: CivilDate
    public let opening: Money
    public let lines: [Line]
    public let closing: Money
    /// The sum that the patient owes, and the patient's credit, at the end of the statement's last day.
    public let open, credit: Money
}

extension AccountStatement {
    /// The statement of a patient's account from one day of the clinic's calendar to another, both inclusive.
    public init(
        of patient: ID<Patient>, from: CivilDate, to: CivilDate, _ model: inout DecisionModel<ClinicEvent>
    ) {
        let (histories, basics) = (model.accountHistories(shownFor: patient), model[.basics])
        let entries = histories.flatMap(\.entries).enumerated().sorted {
            ($0.element.at, $0.offset) < ($1.element.at, $1.offset)
        }
        .map(\.element)
        let (start, end) = (basics.zone.bounds(of: from).lowerBound, basics.zone.bounds(of: to).upperBound)
        let before = entries.reduce(0) { $1.at < start ? $0 + $1.amount : $0 }
        var balance = before
        let shown = entries.filter { $0.at >= start && $0.at < end }.map { entry in
            balance += entry.amount
            return Line(
                date: basics.zone.date(of: entry.at), kind: entry.kind, number: entry.number,
                amount: Money(entry.amount, basics.currency), balance: Money(balance, basics.currency))
        }
        let last = histories.map { $0.balance(before: end) }
        self.init(
            id: patient, version: histories.reduce(0) { max($0, $1.version) }, from: from, to: to,
            opening: Money(before, basics.currency),
            lines: shown, closing: Money(balance, basics.currency),
            open: Money(last.reduce(0) { $0 + $1.open }, basics.currency),
            credit: Money(last.reduce(0) { $0 + $1.credit }, basics.currency))
    }

    public static let codec = object(
        AccountStatement.init(id:version:from:to:opening:lines:closing:open:credit:),
        field("id", \.id, .patientID),
        field("version", \.version, .version),
        field("from", \.from, .date.described("The first day, by the clinic's calendar.")),
        field("to", \.to, .date.described("The last day (inclusive), by the clinic's calendar.")),
        field(
            "opening_balance", \.opening,
            Money.codec.described("The sum owed less the patient's credit, before the first day.")),
        field("entries", \.lines, .array(Line.codec).described("The changes, the oldest first.")),
        field(
            "closing_balance", \.closing,
            Money.codec.described("The sum owed less the patient's credit, after the last day.")),
        field("open", \.open, Money.codec.described("The sum owed after the last day.")),
        field("credit", \.credit, Money.codec.described("The patient's credit after the last day."))
    ).described("A patient's account over some days.").named("Statement")
}

extension AccountStatement.Line {
    static let codec = object(
        AccountStatement.Line.init(date:kind:number:amount:balance:),
        field("date", \.date, .date.described("The day, by the clinic's calendar.")),
        field("type", \.kind, .stringEnum.described("The kind of change.")),
        optionalField(
            "number", \.number,
            .string(max: 40).described(
                "The number of the invoice, receipt, refund or credit note; absent if it has none.")),
        field(
            "amount", \.amount,
            Money.codec.described("The change of the balance: positive for a charge, negative for a payment.")),
        field("balance", \.balance, Money.codec.described("The balance after it."))
    ).described("A change of a patient's account.").named("StatementEntry")
}
