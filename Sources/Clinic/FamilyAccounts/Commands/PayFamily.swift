public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// Records a guarantor's payment for the open invoices of the whole family, oldest first. Each member's account receives
/// a payment with its own receipt; the rest becomes the guarantor's credit, if the guarantor agrees.
public struct PayFamily: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknownGuarantor
        case otherCurrency(expected: Currency)
        case amountOutOfBounds
        /// The amount is more than is open, and the payer did not accept credit.
        case overpaid(open: Money)
        case dayClosed

        public var problem: Problem {
            switch self {
            case .unknownGuarantor: .notFound
            case .otherCurrency(let expected): .otherCurrency(expected: expected)
            case .amountOutOfBounds:
                .malformed(body: "/amount/amount", code: "out_of_range", detail: "must be more than zero")
            case .overpaid(let open): Problem(.overpayment).with("open", open, Money.codec)
            case .dayClosed: Problem(.dayClosed)
            }
        }
    }

    public let id: ID<FamilyPayment>
    public let guarantor: ID<Patient>
    /// An id for the payment of each member: the first is the guarantor's.
    public let payments: [ID<Payment>]
    public let amount: Money
    public let method: PaymentMethod
    public let reference: Personal<String>?
    public let acceptsCredit: Bool
    public let drawer: CashDrawer
    public let valueOn: CivilDate?

    /// - Parameter payments: as many ids as a family account can have members, and one more.
    public init(
        _ id: ID<FamilyPayment>, of guarantor: ID<Patient>, payments: [ID<Payment>], amount: Money,
        method: PaymentMethod, reference: Personal<String>? = nil, acceptsCredit: Bool, drawer: CashDrawer = .first,
        valueOn: CivilDate? = nil
    ) {
        self.id = id
        self.guarantor = guarantor
        self.payments = payments
        self.amount = amount
        self.method = method
        self.reference = reference
        self.acceptsCredit = acceptsCredit
        self.drawer = drawer
        self.valueOn = valueOn
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        guard model[.registration(of: guarantor)].isCurrent else { throw .unknownGuarantor }
        let basics = model[.basics]
        guard amount.currency == basics.currency else { throw .otherCurrency(expected: basics.currency) }
        guard (1...Money.bounds.upperBound).contains(amount.amount) else { throw .amountOutOfBounds }
        let members = [guarantor] + model[.familyAccount(guarantor)].members
        var open: [(patient: ID<Patient>, charge: PatientAccount.Charge)] = []
        for member in members {
            let account = model[.patientAccount(member)]
            if payments.contains(where: { account[$0] != nil }) { return [] }
            open += account.charges.filter { $0.open > 0 }.map { (member, $0) }
        }
        // Invoices of all members have numbers of one series.
        open.sort { $0.charge.number < $1.charge.number }
        var rest = amount.amount
        var parts: [ID<Patient>: [Allocation]] = [:]
        for (patient, charge) in open where rest > 0 {
            let part = min(rest, charge.open)
            parts[patient, default: []].append(Allocation(invoice: charge.invoice, amount: part))
            rest -= part
        }
        guard rest == 0 || acceptsCredit else {
            throw .overpaid(open: Money(amount.amount - rest, basics.currency))
        }
        let today = basics.zone.date(of: now)
        guard !model[.drawerDay(DrawerDayKey(today, drawer))].isClosed else { throw .dayClosed }
        let numbers = model[.receiptNumbers(today)]
        var events: [ClinicEvent] = []
        for (member, payment) in zip(members, payments) {
            let (allocations, credit) = (parts[member] ?? [], member == guarantor ? rest : 0)
            let sum = allocations.reduce(credit) { $0 + $1.amount }
            guard sum > 0 else { continue }
            events.append(
                .billing(
                    .paymentRecorded(
                        PaymentRecorded(
                            payment: payment, patient: member, amount: Money(sum, basics.currency), method: method,
                            allocations: allocations, credit: credit, reference: reference,
                            number: numbers.next(.receipt, on: today, after: events.count), receivedOn: today,
                            drawer: drawer, valueOn: valueOn, family: FamilyPart(payment: id, guarantor: guarantor)))))
        }
        return events
    }
}

extension FamilyAccountsAPI {
    static let payFamily = Endpoint<ClinicAction>(
        .post, "/api/v1/family-accounts/{patient_id}/payments", id: "payFamily",
        summary: "Record a payment for a family",
        details: """
            Pays the open invoices of the guarantor and of all members, the oldest first. Each member's account receives a \
            payment with a receipt of its own. The rest becomes the guarantor's credit if `accept_credit` is true. Send the \
            same `Idempotency-Key` again to repeat it safely.
            """,
        tag: "Billing", for: FrontDesk.self, takes: .path("patient_id", Codec<ID<Patient>>.patientID),
        .body(PaymentBody.codec), answers: [.made(FamilyPayments.codec, "The payment, with its parts")],
        problems: [.overpayment, .dayClosed, .otherCurrency, .notFound], idempotency: .required
    ) { _, guarantor, body throws(Problem) in
        .creation { ids in
            let id: ID<FamilyPayment> = ids()
            let terms = body.terms
            return ClinicCommand(
                PayFamily(
                    id, of: guarantor, payments: (0...FamilyAccount.mostMembers).map { _ in ids() },
                    amount: terms.amount, method: terms.method, reference: terms.reference,
                    acceptsCredit: terms.acceptsCredit, drawer: terms.drawer ?? .first, valueOn: terms.valueOn),
                answer: DocumentAnswer(FamilyPayments.self, DocumentKey(id)))
        }
    }
}
