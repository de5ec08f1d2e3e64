public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The amount of a payment and how it was paid, whether one patient or a family pays.
public struct PaymentTerms: Hashable, Sendable {
    public let amount: Money
    public let method: PaymentMethod
    /// The payment's reference number at the card terminal or bank.
    public let reference: Personal<String>?
    /// Whether the rest of a payment that is more than the open amount becomes credit of the patient who pays.
    public let acceptsCredit: Bool
    /// The cash drawer that takes the money; `nil` for drawer 1.
    public let drawer: CashDrawer?
    /// The day on which a bank transfer reached the clinic's account; `nil` if none was given.
    public let valueOn: CivilDate?

    public init(
        amount: Money, method: PaymentMethod, reference: Personal<String>? = nil, acceptsCredit: Bool = true,
        drawer: CashDrawer? = nil, valueOn: CivilDate? = nil
    ) {
        self.amount = amount
        self.method = method
        self.reference = reference
        self.acceptsCredit = acceptsCredit
        self.drawer = drawer
        self.valueOn = valueOn
    }

    /// A text about the rounding of payments in cash, for the descriptions of endpoints.
    static let cashRule = """
        If the clinic has a `cash_rounding`, a payment in cash of all that is open, or of the patient's share of it, is rounded: its \
        `amount` is the money, and `rounding` the difference. Another amount in cash must be a multiple of it.
        """

    func checkAmount(in currency: Currency) throws(PaymentRejection) {
        guard amount.currency == currency else { throw .otherCurrency(expected: currency) }
        guard (1...Money.bounds.upperBound).contains(amount.amount) else { throw .amountOutOfBounds }
    }

    /// Checks that `credit`, the part of the amount that pays no invoice, may become the patient's credit, and that the
    /// drawer is open on `today`. A payer's money never becomes a patient's credit.
    func check(
        credit: Int64, on today: CivilDate, _ model: inout DecisionModel<ClinicEvent>
    ) throws(PaymentRejection) {
        guard credit == 0 || (acceptsCredit && method != .insurance) else {
            let open = amount.amount - credit
            let payable = method == .cash ? model[.basics].cashRounding.cash(for: open) : open
            throw .overpaid(open: Money(payable, amount.currency))
        }
        guard !model[.drawerDay(DrawerDayKey(today, drawer ?? .first))].isClosed else { throw .dayClosed }
    }
}

extension DecisionModel<ClinicEvent> {
    /// Refuses a payment for all open invoices of the given records, if one of them is merged with a record that has
    /// open invoices and is not given. A payment is recorded on one record and pays the invoices of this record.
    mutating func checkMergedRecordsOweNothing(_ payers: [ID<Patient>]) throws(PaymentRejection) {
        let merged = payers.flatMap { records(ofPersonWith: $0).dropFirst() }.filter { !payers.contains($0) }
        let owing = merged.filter { self[.patientAccount($0)].open > 0 }
        if let record = owing.first { throw .mergedRecordOwes(record) }
    }
}

/// The reason why a payment of a patient or a family is refused. `unknownInvoice` and `invoiceIsVoid` are about the
/// invoice that a patient's payment names.
public enum PaymentRejection: ClinicRejection, Hashable {
    case unknownPatient
    case unknownInvoice
    /// The given record has open invoices that the payment would not pay. It is merged with another record, whose
    /// invoices the payment is for.
    case mergedRecordOwes(ID<Patient>)
    case invoiceIsVoid
    case otherCurrency(expected: Currency)
    case amountOutOfBounds
    /// A payment in cash does not settle the charges, and its amount cannot be paid with the currency's coins.
    case notInCash(CashRounding)
    /// The payment is more than is open on the invoices that it is for, and the request does not accept credit.
    case overpaid(open: Money)
    case dayClosed

    public var problem: Problem {
        switch self {
        case .unknownPatient, .unknownInvoice: .notFound
        case .mergedRecordOwes(let record): Problem(.mergedRecordOwes).with("patient_id", record, .id())
        case .invoiceIsVoid: Problem(.invoiceVoid)
        case .otherCurrency(let expected): .otherCurrency(expected: expected)
        case .amountOutOfBounds:
            .malformed(body: "/amount/amount", code: "out_of_range", detail: "must be more than zero")
        case .notInCash(let rounding):
            .malformed(
                body: "/amount/amount", code: "not_in_cash",
                detail: "in cash a multiple of \(rounding.unit), or the open amount")
        case .overpaid(let open): Problem(.overpayment).with("open", open, Money.codec)
        case .dayClosed: Problem(.dayClosed)
        }
    }
}

extension Problem.Kind {
    static let overpayment = Problem.Kind(
        "overpayment", 409, "The amount is more than is open",
        means: """
            Only `open` is to be paid, and the request does not accept credit for the rest, or an insurance pays. Its money \
            never becomes a patient's credit.
            """,
        remedy: "Send at most that amount, or `accept_credit` if the patient pays and agrees to a credit.",
        members: [
            .member("open", Money.codec.described("The amount that is open."), example: .example)
        ])
}
