public import EventSourcing
public import Identifiers
import JSON

/// A claim on a payer, as it is stored and sent.
public struct InsuranceClaimDocument: Hashable, Sendable {
    /// A step of a claim on a payer, or a payment for the claim.
    public struct Step: Hashable, Sendable {
        public let at: Instant
        /// The account that recorded the step of the claim; `nil` if a program without a login did.
        public let account: UUIDBytes?
        /// The status of the claim on a payer after the step.
        public let status: ClaimStatus
        /// The amount that was claimed, accepted or paid; negative if a payment was taken back, `nil` for no amount.
        public let amount: Money?
        public fileprivate(set) var reason: Personal<String>?
    }

    public let id: ID<InsuranceClaim>
    public internal(set) var version: Int64
    public let patient: ID<Patient>
    public let invoice: ID<Invoice>
    public let coverage: ID<Coverage>
    public let payer: ID<InsurancePayer>
    public private(set) var status: ClaimStatus
    public let lines: [Int]
    public let charged: Money
    public let deductible: Money
    public let amount: Money
    public private(set) var accepted: Money?
    public private(set) var paid: Money
    public private(set) var outstanding: Money
    public let chargedOn: CivilDate
    public let madeOn: CivilDate
    public private(set) var submittedOn: CivilDate?
    public private(set) var answeredOn: CivilDate?
    public private(set) var history: [Step]
}

extension InsuranceClaimDocument {
    static let codec = object(
        InsuranceClaimDocument.init(
            id:version:patient:invoice:coverage:payer:status:lines:charged:deductible:amount:accepted:paid:outstanding:
            chargedOn:madeOn:submittedOn:answeredOn:history:),
        field("id", \.id, .claimID),
        field("version", \.version, .version),
        field("patient_id", \.patient, .patientID),
        field("invoice_id", \.invoice, .invoiceID),
        field("coverage_id", \.coverage, .coverageID),
        field("payer_id", \.payer, .payerID),
        field("status", \.status, .claimStatus),
        field(
            "lines", \.lines,
            .array(.int(1...100)).described("The numbers of the invoice's lines that it is for; the first line is 1.")),
        field("charged", \.charged, Money.codec.described("The amount of these lines, with tax.")),
        field(
            "deductible", \.deductible,
            Money.codec.described("The part of the year's deductible that was taken from them in the estimate.")),
        field("amount", \.amount, Money.codec.described("The amount that the payer is asked to pay.")),
        optionalField(
            "accepted", \.accepted,
            Money.codec.described("The amount that the payer agreed to pay; absent before the payer's answer.")),
        field("paid", \.paid, Money.codec.described("The sum that the payer has paid, less refunds.")),
        field(
            "outstanding", \.outstanding,
            Money.codec.described(
                "The sum that the payer is still expected to pay; zero for a draft, and for a claim that is settled.")),
        field("charged_on", \.chargedOn, .date.described("The day of the invoice, whose year's maximum it uses.")),
        field("made_on", \.madeOn, .date.described("The day on which it was made, by the clinic's calendar.")),
        optionalField(
            "submitted_on", \.submittedOn, .date.described("The day on which it was submitted; absent for a draft.")),
        optionalField(
            "answered_on", \.answeredOn, .date.described("The day of the payer's last answer; absent: none.")),
        field("history", \.history, .array(Step.codec).described("Its steps and payments, the oldest first."))
    ).described("A claim on a payer for an invoice, or for some of its lines.").named("InsuranceClaim")

    init(_ made: ClaimMade, _ recorded: Recorded<ClinicEvent>) {
        let currency = made.amount.currency
        self.init(
            id: made.claim, version: recorded.position, patient: made.patient, invoice: made.invoice,
            coverage: made.coverage, payer: made.payer, status: .draft, lines: made.lines,
            charged: Money(made.charged, currency), deductible: Money(made.deductible, currency), amount: made.amount,
            accepted: nil, paid: Money(0, currency), outstanding: Money(0, currency), chargedOn: made.chargedOn,
            madeOn: made.madeOn, submittedOn: nil, answeredOn: nil, history: [])
        note(made.amount, nil, recorded)
    }

    mutating func evolve(_ event: InsuranceEvent, _ recorded: Recorded<ClinicEvent>) {
        var course = course
        course.evolve(event)
        settle(course)
        switch event {
        case .payerAdded, .payerRenamed, .payerRetired, .coverageRecorded, .coverageRemoved, .claimMade: break
        case .claimSubmitted(let submitted):
            submittedOn = submitted.submittedOn
            note(submitted.amount, nil, recorded)
        case .claimAnswered(let answered):
            answeredOn = answered.answeredOn
            note(answered.accepted, answered.reason, recorded)
        case .claimClosed(let closed): note(nil, closed.reason, recorded)
        }
    }

    /// Adds a payer's payment to the claim's document. A negative amount takes a payment back.
    mutating func pay(_ amount: Int64, _ recorded: Recorded<ClinicEvent>) {
        var course = course
        course.paid += amount
        settle(course)
        note(Money(amount, self.amount.currency), nil, recorded)
    }

    mutating func eraseReasons() {
        for index in history.indices { history[index].reason = nil }
    }

    private var course: ClaimCourse {
        ClaimCourse(
            isSubmitted: submittedOn != nil, isClosed: status == .closed, accepted: accepted?.amount,
            paid: paid.amount)
    }

    private mutating func settle(_ course: ClaimCourse) {
        let currency = amount.currency
        status = course.status(of: amount.amount)
        accepted = course.accepted.map { Money($0, currency) }
        paid = Money(course.paid, currency)
        outstanding = Money(course.outstanding(of: amount.amount), currency)
    }

    private mutating func note(_ amount: Money?, _ reason: Personal<String>?, _ recorded: Recorded<ClinicEvent>) {
        history.append(
            Step(
                at: recorded.recordedAt, account: recorded.actor.account, status: status, amount: amount,
                reason: reason?.unlessErased))
    }
}

extension InsuranceClaimDocument.Step {
    static let codec = object(
        InsuranceClaimDocument.Step.init(at:account:status:amount:reason:),
        field("at", \.at, .instant.described("When it was recorded, in UTC.")),
        optionalField(
            "by", \.account,
            .uuid.described("The account that recorded it; absent if a program without a login did.")),
        field("status", \.status, .claimStatus),
        optionalField(
            "amount", \.amount,
            Money.codec.described(
                "The amount that was claimed, accepted or paid; negative if a payment was taken back; absent: none.")),
        optionalField(
            "reason", \.reason,
            .personal(.financial, .string(max: 500)).described("The reason; absent if none was given."))
    ).described("A step of a claim, or a payment for it.").named("InsuranceClaimStep")
}

extension Codec where Value == ClaimStatus {
    static var claimStatus: Codec {
        .stringEnum.described(
            "`draft`, `submitted`, then `accepted`, `partly_accepted` or `denied`, then `paid`; or `closed`.")
    }
}
