public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that makes the draft of a claim on a payer, for an issued invoice or some of its lines. The amount is
/// the payer's estimated share unless the request names another.
public struct MakeClaim: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknownInvoice
        case invoiceIsVoid
        case unknownCoverage
        case coverageRemoved
        /// The coverage is not valid on the invoice's day, or its terms give the payer no share.
        case notCovered
        /// The line at `index` of the request is not on the invoice, or is named twice.
        case unknownLine(index: Int)
        case otherCurrency(expected: Currency)
        case amountOutOfBounds
        case exceedsClaimable(claimable: Money)
        case tooMany

        public var problem: Problem {
            switch self {
            case .unknownInvoice, .unknownCoverage: .notFound
            case .invoiceIsVoid: Problem(.invoiceVoid)
            case .coverageRemoved: Problem(.coverageRemoved)
            case .notCovered: Problem(.notCovered)
            case .unknownLine(let index):
                .malformed(body: "/lines/\(index)", code: "unknown_line", detail: "a line of the invoice, once")
            case .otherCurrency(let expected): .otherCurrency(expected: expected)
            case .amountOutOfBounds:
                .malformed(body: "/amount/amount", code: "out_of_range", detail: "must be more than zero")
            case .exceedsClaimable(let claimable):
                Problem(.exceedsClaimable).with("claimable", claimable, Money.codec)
            case .tooMany: Problem(.limitReached, "At most \(MakeClaim.limit) open claims for a patient's invoices.")
            }
        }
    }

    /// The maximum number of claims for one patient that are not settled yet.
    public static let limit = 100

    public let claim: ID<InsuranceClaim>
    public let invoice: ID<Invoice>
    public let coverage: ID<Coverage>
    /// The numbers of the invoice's lines to claim; `nil` for all lines of the invoice.
    public let lines: [Int]?
    /// The amount to claim; `nil` for the payer's estimated share, less what earlier claims ask for, and at most what
    /// the invoice still owes.
    public let amount: Money?

    public init(
        _ claim: ID<InsuranceClaim>, for invoice: ID<Invoice>, under coverage: ID<Coverage>, lines: [Int]? = nil,
        amount: Money? = nil
    ) {
        self.claim = claim
        self.invoice = invoice
        self.coverage = coverage
        self.lines = lines
        self.amount = amount
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        guard let (patient, account, charge) = model.charge(of: invoice) else { throw .unknownInvoice }
        if account.insurance[claim] != nil { return [] }
        guard !charge.isVoid else { throw .invoiceIsVoid }
        guard let known = account.insurance[coverage] else { throw .unknownCoverage }
        guard !known.isRemoved else { throw .coverageRemoved }
        guard account.insurance.claims.count(where: \.status.isOpen) < MakeClaim.limit else { throw .tooMany }
        let (numbers, charges) = try claimedLines(of: charge)
        guard known.terms.isValid(on: charge.issuedOn) else { throw .notCovered }
        let basics = model[.basics]
        if let amount, amount.currency != basics.currency { throw .otherCurrency(expected: basics.currency) }
        let estimate = ShareEstimate(
            charges, under: known.terms, used: account.insurance.used(of: coverage, in: charge.issuedOn.year))
        let charged = charges.reduce(0) { $0 + $1.amount }
        guard Money.bounds.contains(charged) else { throw .amountOutOfBounds }
        let claimable = max(0, min(charged, account.claimable(on: charge)))
        let share = min(estimate.payerShare, account.unclaimedShare(of: charge, under: known), claimable)
        if let amount {
            guard amount.amount > 0 else { throw .amountOutOfBounds }
            guard amount.amount <= claimable else {
                throw .exceedsClaimable(claimable: Money(claimable, basics.currency))
            }
        } else {
            guard estimate.payerShare > 0 else { throw .notCovered }
            guard share > 0 else { throw .exceedsClaimable(claimable: Money(0, basics.currency)) }
        }
        return [
            .insurance(
                .claimMade(
                    ClaimMade(
                        claim: claim, patient: patient, invoice: invoice, coverage: coverage, payer: known.payer,
                        lines: numbers, charged: charged, deductible: estimate.deductible,
                        amount: amount ?? Money(share, basics.currency),
                        chargedOn: charge.issuedOn, madeOn: basics.zone.date(of: now))))
        ]
    }

    /// The numbers of the invoice's lines to claim in ascending order, and these lines.
    private func claimedLines(
        of charge: PatientAccount.Charge
    ) throws(Rejection) -> (numbers: [Int], charges: [ShareEstimate.Charge]) {
        guard let lines else { return (Array(1...charge.lines.count), charge.lines) }
        for (index, line) in lines.enumerated()
        where line < 1 || line > charge.lines.count || lines[..<index].contains(line) {
            throw .unknownLine(index: index)
        }
        let numbers = lines.sorted()
        return (numbers, numbers.map { charge.lines[$0 - 1] })
    }
}

extension PatientAccount {
    /// The payer's estimated share in all lines of an invoice, less the amounts by which the coverage's claims for this
    /// invoice reduce the year's maximum.
    fileprivate func unclaimedShare(of charge: Charge, under coverage: PatientInsurance.KnownCoverage) -> Int64 {
        let others = insurance.used(of: coverage.id, in: charge.issuedOn.year, except: charge.invoice)
        let claimed = insurance.claims.reduce(0) {
            $1.invoice == charge.invoice && $1.coverage == coverage.id ? $0 + $1.used : $0
        }
        return ShareEstimate(charge.lines, under: coverage.terms, used: others).payerShare - claimed
    }

    /// The open amount of an invoice that no open claim asks for, in minor units.
    fileprivate func claimable(on charge: Charge) -> Int64 {
        insurance.claims.reduce(charge.open) { rest, claim in
            guard claim.invoice == charge.invoice, claim.status.isOpen else { return rest }
            return rest - (claim.status == .draft ? claim.amount : claim.outstanding)
        }
    }
}

struct ClaimDraft: Sendable {
    let invoice: ID<Invoice>
    let coverage: ID<Coverage>
    let lines: [Int]?
    let amount: Money?

    static let codec = object(
        ClaimDraft.init(invoice:coverage:lines:amount:),
        field("invoice_id", \.invoice, .invoiceID),
        field("coverage_id", \.coverage, .coverageID),
        optionalField(
            "lines", \.lines,
            .array(.int(1...100), 1...100).described(
                "The numbers of the invoice's lines to claim; the first line is 1. Absent: all lines.")),
        optionalField(
            "amount", \.amount,
            Money.codec.described(
                "The amount to claim; absent: the payer's estimated share, as far as the invoice still owes it."))
    ).described("The claim to make.").named("InsuranceClaimDraft")
}

extension InsuranceAPI {
    static let makeClaim = Endpoint<ClinicAction>(
        .post, "/api/v1/insurance-claims", id: "makeInsuranceClaim", summary: "Make a claim on a payer",
        details: """
            The claim is a draft until it is submitted. While a claim is open, its invoice cannot be voided, credited or \
            written off. A patient has at most \(MakeClaim.limit) open claims. Send the same `Idempotency-Key` again to \
            repeat it safely.
            """,
        tag: "Billing", for: FrontDesk.self, takes: .body(ClaimDraft.codec),
        answers: [.created(InsuranceClaims.codec, "The claim")],
        problems: [
            .invoiceVoid, .coverageRemoved, .notCovered, .exceedsClaimable, .otherCurrency, .limitReached, .notFound,
            .restrictedRecord,
        ],
        idempotency: .required
    ) { caller, body throws(Problem) in
        let reader = RecordReader(caller)
        return .creation { ids in
            let id: ID<InsuranceClaim> = ids()
            return ClinicCommand(
                MakeClaim(
                    id, for: body.invoice, under: body.coverage, lines: body.lines, amount: body.amount),
                answer: .insuranceClaim(id, location: "/api/v1/insurance-claims/\(id)")
            ).opening(for: reader) { $0.charge(of: body.invoice)?.patient }
        }
    }
}

extension Problem.Kind {
    static let notCovered = Problem.Kind(
        "not-covered", 409, "The coverage pays nothing for this",
        means: "The coverage is not valid on the day of the invoice, or its terms give the payer no share.",
        remedy: "Name another coverage, or let the patient pay.")
    static let exceedsClaimable = Problem.Kind(
        "exceeds-claimable", 409, "The amount is more than can be claimed",
        means: "Of the lines, `claimable` is still owed and asked for by no other open claim.",
        remedy: "Claim at most that amount.",
        members: [
            .member("claimable", Money.codec.described("The amount that can still be claimed."), example: .example)
        ])
}
