public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that records a payer's payment for a claim that the payer has accepted. The payment pays the claim's
/// invoice. The payment is neither more than the payer still has to pay for the claim nor more than the invoice still
/// owes, so that no part of the payment becomes the patient's credit.
public struct PayClaim: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknownClaim
        case wrongStatus(ClaimStatus)
        case unpayable(PaymentRejection)
        case exceedsPayable(payable: Money)

        public var problem: Problem {
            switch self {
            case .unknownClaim: .notFound
            case .wrongStatus(let status): .wrongClaimStatus(status)
            case .unpayable(let rejection): rejection.problem
            case .exceedsPayable(let payable): Problem(.exceedsPayable).with("payable", payable, Money.codec)
            }
        }
    }

    public let payment: ID<Payment>
    public let claim: ID<InsuranceClaim>
    public let terms: PaymentTerms

    public init(
        _ payment: ID<Payment>, for claim: ID<InsuranceClaim>, _ amount: Money, reference: Personal<String>? = nil,
        drawer: CashDrawer? = nil, valueOn: CivilDate? = nil
    ) {
        self.payment = payment
        self.claim = claim
        terms = PaymentTerms(
            amount: amount, method: .insurance, reference: reference, acceptsCredit: false, drawer: drawer,
            valueOn: valueOn)
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        guard let (patient, account, known) = model.claim(claim), let charge = account[known.invoice] else {
            throw .unknownClaim
        }
        if account[payment] != nil { return [] }
        guard known.status == .accepted || known.status == .partlyAccepted else { throw .wrongStatus(known.status) }
        let basics = model[.basics]
        let today = basics.zone.date(of: now)
        let payable = min(known.outstanding, charge.open)
        do throws(PaymentRejection) {
            try terms.checkAmount(in: basics.currency)
        } catch { throw .unpayable(error) }
        guard terms.amount.amount <= payable else { throw .exceedsPayable(payable: Money(payable, basics.currency)) }
        do throws(PaymentRejection) {
            try terms.check(credit: 0, on: today, &model)
        } catch { throw .unpayable(error) }
        return [
            .billing(
                .paymentRecorded(
                    PaymentRecorded(
                        payment: payment, patient: patient, amount: terms.amount,
                        allocations: [Allocation(invoice: known.invoice, amount: terms.amount.amount)], credit: 0,
                        terms, number: model[.receiptNumbers(today)].next(.receipt, on: today), receivedOn: today,
                        family: nil, claim: claim)))
        ]
    }
}

struct ClaimPaymentBody: Sendable {
    let amount: Money
    let reference: Personal<String>?
    let drawer: CashDrawer?
    let valueOn: CivilDate?

    static let codec = object(
        ClaimPaymentBody.init(amount:reference:drawer:valueOn:),
        field("amount", \.amount, Money.codec.described("The amount, in the clinic's currency.")),
        optionalField(
            "reference", \.reference,
            .personal(.financial, .string(1...100)).described("The payer's reference of the payment; free text.")),
        optionalField("drawer", \.drawer, CashDrawer.codec),
        optionalField(
            "value_on", \.valueOn,
            .date.described("The day on which a transfer reached the clinic's account; absent: not known."))
    ).described("A payer's payment for a claim.").named("ClaimPaymentDraft")
}

extension InsuranceAPI {
    static let payClaim = Endpoint<ClinicAction>(
        .post, "/api/v1/insurance-claims/{claim_id}/payments", id: "payInsuranceClaim",
        summary: "Record a payer's payment for a claim",
        details: """
            A payment of the method `insurance` for the claim's invoice. More than the payer agreed to pay, or than the \
            invoice still owes, is refused: the payer's excess is never the patient's credit. Send the same \
            `Idempotency-Key` again to repeat it safely.
            """,
        tag: "Billing", for: FrontDesk.self, takes: .path("claim_id", .claimID), .body(ClaimPaymentBody.codec),
        answers: [.created(PaymentAnswer.codec, "The payment")],
        problems: [.wrongClaimStatus, .exceedsPayable, .dayClosed, .otherCurrency, .notFound, .restrictedRecord],
        idempotency: .required
    ) { caller, claim, body throws(Problem) in
        let reader = RecordReader(caller)
        return .creation { ids in
            let id: ID<Payment> = ids()
            return ClinicCommand(
                PayClaim(
                    id, for: claim, body.amount, reference: body.reference, drawer: body.drawer,
                    valueOn: body.valueOn), answer: .payment(id, location: "/api/v1/payments/\(id)")
            ).opening(for: reader) { $0[.claimOwner(claim)].patient }
        }
    }
}

extension Problem.Kind {
    static let exceedsPayable = Problem.Kind(
        "exceeds-payable", 409, "The amount is more than the payer has to pay",
        means: "The payer still has to pay `payable`: no more was accepted, or the invoice owes no more.",
        remedy: "Record at most that amount. Give the payer's excess back, or record the payer's new answer first.",
        members: [
            .member("payable", Money.codec.described("The amount that the payer can still pay."), example: .example)
        ])
}
