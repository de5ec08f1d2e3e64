public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that issues a credit note, which takes back a part of an invoice, or all of it. The open amount is
/// reduced first; the rest had been paid, and becomes the patient's credit.
public struct IssueCreditNote: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknownInvoice
        case invoiceIsVoid
        case otherCurrency(expected: Currency)
        case amountOutOfBounds
        case exceedsCreditable(creditable: Money)
        /// The credit note's amount includes money that an insurance has paid. `creditable` is the largest amount that
        /// a credit note can take back without that money.
        case paidByInsurance(creditable: Money)
        case openClaim(ID<InsuranceClaim>)

        public var problem: Problem {
            switch self {
            case .unknownInvoice: .notFound
            case .invoiceIsVoid: Problem(.invoiceVoid)
            case .otherCurrency(let expected): .otherCurrency(expected: expected)
            case .amountOutOfBounds:
                .malformed(body: "/amount/amount", code: "out_of_range", detail: "must be more than zero")
            case .exceedsCreditable(let creditable):
                Problem(.exceedsCreditable).with("creditable", creditable, Money.codec)
            case .paidByInsurance(let creditable):
                Problem(.paidByInsurance).with("creditable", creditable, Money.codec)
            case .openClaim(let claim): .openClaim(claim)
            }
        }
    }

    public let creditNote: ID<CreditNote>
    public let invoice: ID<Invoice>
    /// The amount to take back, with tax; `nil` for all that can still be taken back.
    public let amount: Money?
    public let reason: Personal<String>

    public init(_ creditNote: ID<CreditNote>, of invoice: ID<Invoice>, amount: Money?, reason: Personal<String>) {
        self.creditNote = creditNote
        self.invoice = invoice
        self.amount = amount
        self.reason = reason
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        guard let (patient, account, charge) = model.charge(of: invoice) else { throw .unknownInvoice }
        guard !charge.isVoid else { throw .invoiceIsVoid }
        let basics = model[.basics]
        let amount = amount ?? Money(charge.creditable, basics.currency)
        guard amount.currency == basics.currency else { throw .otherCurrency(expected: basics.currency) }
        guard self.amount == nil || amount.amount > 0 else { throw .amountOutOfBounds }
        guard amount.amount > 0, amount.amount <= charge.creditable else {
            throw .exceedsCreditable(creditable: Money(charge.creditable, basics.currency))
        }
        if let claim = account.insurance.openClaim(for: invoice) { throw .openClaim(claim.id) }
        let ownPart = charge.creditable - account.paidByInsurance(on: invoice)
        guard amount.amount <= ownPart else { throw .paidByInsurance(creditable: Money(ownPart, basics.currency)) }
        let today = basics.zone.date(of: now)
        return [
            .billing(
                .creditNoteIssued(
                    CreditNoteIssued(
                        creditNote: creditNote, number: model[.creditNoteNumbers(today)].next(.creditNote, on: today),
                        invoice: invoice, patient: patient, amount: amount, tax: charge.taxInNext(amount.amount),
                        released: released(max(0, amount.amount - charge.open), by: account), issuedOn: today,
                        reason: reason, itemsTakenBack: amount.amount == charge.creditable ? charge.items : [])))
        ]
    }

    /// The parts of the patient's payments that will no longer pay the invoice. Their sum is `amount`. The latest
    /// payments are used first. An insurance's payments stay, since its money must not become the patient's credit.
    private func released(_ amount: Int64, by account: PatientAccount) -> [CreditApplied.Part] {
        var rest = amount
        return account.receipts.reversed().filter { $0.method != .insurance }.compactMap { receipt in
            let part = min(rest, receipt.allocated(to: invoice))
            rest -= part
            return part > 0 ? CreditApplied.Part(payment: receipt.payment, amount: part) : nil
        }
    }
}

extension PatientAccount {
    /// The sum that payments of the method `insurance` pay of an invoice, in minor units.
    fileprivate func paidByInsurance(on invoice: ID<Invoice>) -> Int64 {
        receipts.reduce(0) { $1.method == .insurance ? $0 + $1.allocated(to: invoice) : $0 }
    }
}

extension PatientAccount.Charge {
    /// The tax in the next credit note for `amount`. The credit notes for a whole invoice together have exactly the
    /// invoice's tax, even if an earlier release rounded the tax of some of them down.
    fileprivate func taxInNext(_ amount: Int64) -> Int64 {
        min(max(taxIn(credited + amount) - creditedTax, -amount), amount)
    }

    /// The tax in a part of the invoice's total, in proportion and rounded to a minor unit of the currency.
    private func taxIn(_ amount: Int64) -> Int64 {
        guard total > 0, tax != 0 else { return 0 }
        // The product of an amount and a tax of up to 10^12 each can be too large for 64 bits.
        let (high, low) = tax.magnitude.multipliedFullWidth(by: amount.magnitude)
        let (whole, rest) = total.magnitude.dividingFullWidth((high, low))
        return Int64(rest >= total.magnitude - rest ? whole + 1 : whole) * tax.signum()
    }
}

struct CreditNoteBody: Sendable {
    let amount: Money?
    let reason: Personal<String>

    static let codec = object(
        CreditNoteBody.init(amount:reason:),
        optionalField(
            "amount", \.amount,
            Money.codec.described("The amount to take back, with tax; absent: all that is not taken back yet.")),
        field("reason", \.reason, .personal(.financial, .string(1...500)).described("Why it is taken back."))
    ).described("The credit note to issue.").named("CreditNoteDraft")
}

extension BillingAPI {
    static let issueCreditNote = Endpoint<ClinicAction>(
        .post, "/api/v1/invoices/{invoice_id}/credit-notes", id: "issueCreditNote", summary: "Issue a credit note",
        details: """
            Takes back the whole invoice or a part of it. The open amount is reduced first; the rest had been paid, and \
            becomes the patient's credit, which can be refunded or used for another invoice. When all of the invoice is \
            taken back, the items of treatment plans that it charged can be billed again. Send the same \
            `Idempotency-Key` again to repeat it safely.
            """,
        tag: "Billing", for: FrontDesk.self, takes: .path("invoice_id", .invoiceID), .body(CreditNoteBody.codec),
        answers: [.created(CreditNotes.codec, "The credit note")],
        problems: [.invoiceVoid, .exceedsCreditable, .paidByInsurance, .openClaim, .otherCurrency, .notFound],
        idempotency: .required
    ) { _, invoice, body throws(Problem) in
        .creation { ids in
            let id: ID<CreditNote> = ids()
            return ClinicCommand(
                IssueCreditNote(id, of: invoice, amount: body.amount, reason: body.reason), answer: .creditNote(id))
        }
    }
}

extension Problem.Kind {
    static let paidByInsurance = Problem.Kind(
        "paid-by-insurance", 409, "An insurance has paid a part of the amount",
        means: "Of the invoice, `creditable` is not paid by an insurance. Its money never becomes a patient's credit.",
        remedy: "Take back at most that amount, or refund the insurance's payment first.",
        members: [
            .member(
                "creditable", Money.codec.described("The amount that can still be taken back."), example: .example)
        ])
    static let exceedsCreditable = Problem.Kind(
        "exceeds-creditable", 409, "The amount is more than can be taken back",
        means: "Of the invoice, `creditable` is neither taken back nor written off.",
        remedy: "Send at most that amount.",
        members: [
            .member(
                "creditable", Money.codec.described("The amount that can still be taken back."), example: .example)
        ])
}
