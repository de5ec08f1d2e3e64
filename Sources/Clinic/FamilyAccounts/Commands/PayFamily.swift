import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that records a guarantor's payment for the open invoices of the whole family, oldest first. Each
/// patient whose invoices it pays receives a payment with its own receipt. The rest becomes the guarantor's credit if
/// the request accepts that; otherwise an overpayment is rejected.
public struct PayFamily: Decision {
    public typealias Rejection = PaymentRejection

    public let id: ID<FamilyPayment>
    public let guarantor: ID<Patient>
    /// The ids for the patients' payments: the first for the guarantor, then one for each member. An id is left unused
    /// if its patient gets no part.
    public let payments: [ID<Payment>]
    public let terms: PaymentTerms

    /// Makes the command for a guarantor's payment.
    ///
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
        var charges: [PatientAccount.Charge] = []
        var owners: [ID<Invoice>: ID<Patient>] = [:]
        var withPayers: Int64 = 0
        for member in members {
            let account = model[.patientAccount(member)]
            if payments.contains(where: { account[$0] != nil }) { return [] }
            charges += account.charges
            for charge in account.charges { owners[charge.invoice] = member }
            withPayers += account.withPayers
        }
        // All invoices of the clinic are numbered in one sequence, so the invoice with the lowest number is the oldest.
        charges.sort { $0.number < $1.number }
        let divided = try DividedPayment(terms, among: charges, withPayers: withPayers, basics.cashRounding)
        let today = basics.zone.date(of: now)
        try terms.check(credit: divided.credit, on: today, &model)
        var shares = zip(members, payments).map { member, payment in
            Share(
                member: member, payment: payment,
                allocations: divided.allocations.filter { owners[$0.invoice] == member },
                credit: member == guarantor ? divided.credit : 0)
        }
        shares.removeAll { $0.money == 0 }
        try round(&shares, to: divided.received)
        let numbers = model[.receiptNumbers(today)]
        return shares.enumerated().map { index, share in
            .billing(
                .paymentRecorded(
                    PaymentRecorded(
                        payment: share.payment, patient: share.member, amount: Money(share.money, basics.currency),
                        allocations: share.allocations, credit: share.credit, terms,
                        number: numbers.next(.receipt, on: today, after: index), receivedOn: today,
                        family: FamilyPart(payment: id, guarantor: guarantor))))
        }
    }

    /// The part of a family's payment that one member's account receives.
    private struct Share {
        let member: ID<Patient>
        let payment: ID<Payment>
        let allocations: [Allocation]
        let credit: Int64
        var rounding: Int64 = 0

        var money: Int64 { allocations.total + credit + rounding }
    }

    /// Gives the whole rounding of a family's payment in cash to the member with the largest share of the payment.
    private func round(_ shares: inout [Share], to received: Int64) throws(Rejection) {
        let rounding = received - shares.reduce(0) { $0 + $1.money }
        guard rounding != 0, let largest = shares.indices.max(by: { shares[$0].money < shares[$1].money }) else {
            return
        }
        shares[largest].rounding = rounding
        guard shares[largest].money > 0 else { throw .amountOutOfBounds }
    }
}

extension FamilyAccountsAPI {
    static let payFamily = Endpoint<ClinicAction>(
        .post, "/api/v1/family-accounts/{patient_id}/payments", id: "payFamily",
        summary: "Record a payment for a family",
        details: """
            Pays the open invoices of the guarantor and of all members, the oldest first. Each member's account receives a \
            payment with a receipt of its own. The rest becomes the guarantor's credit if `accept_credit` is true. \
            \(PaymentTerms.cashRule) Send the same `Idempotency-Key` again to repeat it safely.
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
