import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// Records a guarantor's payment for the open invoices of the whole family, oldest first. Each patient whose invoices
/// it pays receives a payment with its own receipt. The rest becomes the guarantor's credit if the request accepts
/// that; otherwise an overpayment is rejected.
public struct PayFamily: Decision {
    public typealias Rejection = PaymentRejection

    public let id: ID<FamilyPayment>
    public let guarantor: ID<Patient>
    /// The ids for the patients' payments: the first for the guarantor, then one for each member. An id is left unused
    /// if its patient gets no part.
    public let payments: [ID<Payment>]
    public let terms: PaymentTerms

    /// - Parameter payments: ids for the patients' payments, at least one more than the family account has members.
    public init(_ id: ID<FamilyPayment>, of guarantor: ID<Patient>, payments: [ID<Payment>], _ terms: PaymentTerms) {
        self.id = id
        self.guarantor = guarantor
        self.payments = payments
        self.terms = terms
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        guard model[.registration(of: guarantor)].isCurrent else { throw .unknownPatient }
        let basics = model[.basics]
        try terms.checkAmount(in: basics.currency)
        let members = [guarantor] + model[.familyAccount(guarantor)].members
        try model.checkMergedRecordsOweNothing(members)
        var open: [(patient: ID<Patient>, charge: PatientAccount.Charge)] = []
        for member in members {
            let account = model[.patientAccount(member)]
            if payments.contains(where: { account[$0] != nil }) { return [] }
            open += account.charges.filter { $0.open > 0 }.map { (member, $0) }
        }
        // All invoices of the clinic are numbered in one sequence, so the invoice with the lowest number is the oldest.
        open.sort { $0.charge.number < $1.charge.number }
        var rest = terms.amount.amount
        var parts: [ID<Patient>: [Allocation]] = [:]
        for (patient, charge) in open where rest > 0 {
            let part = min(rest, charge.open)
            parts[patient, default: []].append(Allocation(invoice: charge.invoice, amount: part))
            rest -= part
        }
        let today = basics.zone.date(of: now)
        try terms.check(credit: rest, on: today, &model)
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
                            payment: payment, patient: member, amount: Money(sum, basics.currency),
                            allocations: allocations, credit: credit, terms,
                            number: numbers.next(.receipt, on: today, after: events.count), receivedOn: today,
                            family: FamilyPart(payment: id, guarantor: guarantor)))))
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
        .body(PaymentTerms.codec), answers: [.made(FamilyPayments.codec, "The payment, with its parts")],
        problems: [.overpayment, .dayClosed, .otherCurrency, .mergedRecordOwes, .patientMerged, .notFound],
        idempotency: .required
    ) { _, guarantor, terms throws(Problem) in
        .creation { ids in
            let id: ID<FamilyPayment> = ids()
            return ClinicCommand(
                PayFamily(id, of: guarantor, payments: (0...FamilyAccount.mostMembers).map { _ in ids() }, terms),
                answer: DocumentAnswer(FamilyPayments.self, DocumentKey(id)))
        }
    }
}
