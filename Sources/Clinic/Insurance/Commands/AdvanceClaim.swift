public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that submits a claim to its payer, records the payer's answer, or closes the claim.
public struct AdvanceClaim: Decision {
    public enum Step: Hashable, Sendable {
        case submit
        /// The step that records the payer's answer to a claim.
        ///
        /// - Parameter accepted: the amount that the payer agrees to pay; zero if the payer denies the claim.
        case answer(accepted: Money, reason: Personal<String>?)
        case close(reason: Personal<String>)
    }

    public enum Rejection: ClinicRejection, Hashable {
        case unknownClaim
        case wrongStatus(ClaimStatus)
        case otherCurrency(expected: Currency)
        /// The accepted amount is negative or more than the claimed lines charge, or less than the payer has paid.
        case acceptedOutOfBounds(ClosedRange<Int64>)
        case invoiceIsVoid

        public var problem: Problem {
            switch self {
            case .unknownClaim: .notFound
            case .wrongStatus(let status): .wrongClaimStatus(status)
            case .otherCurrency(let expected): .otherCurrency(expected: expected)
            case .acceptedOutOfBounds(let bounds):
                .malformed(
                    body: "/accepted/amount", code: "out_of_range",
                    detail: "must be \(bounds.lowerBound) to \(bounds.upperBound)")
            case .invoiceIsVoid: Problem(.invoiceVoid)
            }
        }
    }

    public let claim: ID<InsuranceClaim>
    public let step: Step

    public init(_ claim: ID<InsuranceClaim>, _ step: Step) {
        self.claim = claim
        self.step = step
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        guard let (patient, account, known) = model.claim(claim) else { throw .unknownClaim }
        let basics = model[.basics]
        let today = basics.zone.date(of: now)
        switch step {
        case .submit:
            if known.course.isSubmitted && !known.course.isClosed { return [] }
            guard known.status == .draft else { throw .wrongStatus(known.status) }
            return [
                .insurance(
                    .claimSubmitted(
                        ClaimSubmitted(
                            claim: claim, patient: patient, invoice: known.invoice,
                            amount: Money(known.amount, basics.currency), submittedOn: today)))
            ]
        case .answer(let accepted, let reason):
            switch known.status {
            case .draft, .closed: throw .wrongStatus(known.status)
            // A payer may answer a claim again, for instance after an objection.
            case .submitted, .accepted, .partlyAccepted, .denied, .paid: break
            }
            guard accepted.currency == basics.currency else { throw .otherCurrency(expected: basics.currency) }
            let bounds = known.course.paid...max(known.charged, known.course.paid)
            guard bounds.contains(accepted.amount) else { throw .acceptedOutOfBounds(bounds) }
            if accepted.amount > known.course.paid, account[known.invoice]?.isVoid == true { throw .invoiceIsVoid }
            return [
                .insurance(
                    .claimAnswered(
                        ClaimAnswered(
                            claim: claim, patient: patient, invoice: known.invoice, accepted: accepted,
                            answeredOn: today, reason: reason)))
            ]
        case .close(let reason):
            if known.status == .closed { return [] }
            return [
                .insurance(
                    .claimClosed(
                        ClaimClosed(claim: claim, patient: patient, invoice: known.invoice, reason: reason)))
            ]
        }
    }
}

struct ClaimAnswerBody: Sendable {
    let accepted: Money
    let reason: Personal<String>?

    static let codec = object(
        ClaimAnswerBody.init(accepted:reason:),
        field(
            "accepted", \.accepted,
            Money.unsignedCodec.described("The amount that the payer agrees to pay; zero: the claim is denied.")),
        optionalField(
            "reason", \.reason,
            .personal(.financial, .string(1...500)).described("Why the payer does not pay all of it."))
    ).described("A payer's answer to a claim.").named("ClaimAnswer")
}

extension InsuranceAPI {
    static let submitClaim = Endpoint<ClinicAction>(
        .post, "/api/v1/insurance-claims/{claim_id}/submit", id: "submitInsuranceClaim",
        summary: "Mark a claim as submitted",
        details: "From now on the claimed amount is with the payer. Repeating this changes nothing.",
        tag: "Billing", for: FrontDesk.self, takes: .path("claim_id", .claimID),
        answers: [.ok(InsuranceClaims.codec, "The claim as it is now")],
        problems: [.wrongClaimStatus, .notFound, .restrictedRecord],
        idempotency: .accepted
    ) { caller, id throws(Problem) in .command(advance(id, .submit, RecordReader(caller))) }

    static let answerClaim = Endpoint<ClinicAction>(
        .post, "/api/v1/insurance-claims/{claim_id}/answer", id: "answerInsuranceClaim",
        summary: "Record a payer's answer to a claim",
        details: """
            The claim is accepted, partly accepted or denied by the accepted amount, which is at most that of the claimed \
            lines. A later answer replaces the earlier one; it is at least what the payer has paid.
            """,
        tag: "Billing", for: FrontDesk.self, takes: .path("claim_id", .claimID), .body(ClaimAnswerBody.codec),
        answers: [.ok(InsuranceClaims.codec, "The claim as it is now")],
        problems: [.wrongClaimStatus, .invoiceVoid, .otherCurrency, .notFound, .restrictedRecord],
        idempotency: .required
    ) { caller, id, body throws(Problem) in
        .command(advance(id, .answer(accepted: body.accepted, reason: body.reason), RecordReader(caller)))
    }

    static let closeClaim = Endpoint<ClinicAction>(
        .post, "/api/v1/insurance-claims/{claim_id}/close", id: "closeInsuranceClaim",
        summary: "Withdraw or close a claim",
        details: """
            Nothing more is expected from the payer: what the invoice still owes is the patient's share. Repeating this \
            changes nothing.
            """,
        tag: "Billing", for: FrontDesk.self, takes: .path("claim_id", .claimID), .body(AccountingReason.codec),
        answers: [.ok(InsuranceClaims.codec, "The claim as it is now")], problems: [.notFound, .restrictedRecord],
        idempotency: .accepted
    ) { caller, id, body throws(Problem) in .command(advance(id, .close(reason: body.reason), RecordReader(caller))) }

    private static func advance(
        _ claim: ID<InsuranceClaim>, _ step: AdvanceClaim.Step, _ reader: RecordReader
    ) -> ClinicCommand {
        ClinicCommand(AdvanceClaim(claim, step), answer: .insuranceClaim(claim))
            .opening(for: reader) { $0[.claimOwner(claim)].patient }
    }
}

extension Problem.Kind {
    static let wrongClaimStatus = Problem.Kind(
        "wrong-claim-status", 409, "The claim's status does not permit this",
        means: "The claim is in the status `claim_status`.",
        remedy: "Show the claim, and choose a step that its status permits.",
        members: [
            .member(
                "claim_status", Codec<ClaimStatus>.stringEnum.described("The claim's status."), example: .denied)
        ])
}

extension Problem {
    static func wrongClaimStatus(_ status: ClaimStatus) -> Problem {
        Problem(.wrongClaimStatus).with("claim_status", status, .stringEnum)
    }
}
