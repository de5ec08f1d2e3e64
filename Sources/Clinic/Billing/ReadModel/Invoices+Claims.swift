import EventSourcing
import Identifiers
import JSON

extension InvoiceDocument {
    /// A submitted claim for the invoice, with the amounts that its payer is expected to pay and has paid.
    struct ClaimPart: Hashable, Sendable {
        let claim: ID<InsuranceClaim>
        var expected: Int64
        var paid: Int64

        static let codec = object(
            ClaimPart.init(claim:expected:paid:),
            field("claim_id", \.claim, .id()),
            field("expected", \.expected, .int64),
            field("paid", \.paid, .int64))
    }

    /// A copy of the invoice's document after an event about a claim for the invoice.
    func with(_ event: InsuranceEvent, _ version: Int64) -> InvoiceDocument {
        var document = self
        document.version = version
        switch event {
        case .payerAdded, .payerRenamed, .payerRetired, .coverageRecorded, .coverageRemoved, .claimMade: break
        case .claimSubmitted(let submitted):
            document.claims =
                (claims ?? []) + [
                    ClaimPart(claim: submitted.claim, expected: submitted.amount.amount, paid: 0)
                ]
        case .claimAnswered(let answered):
            for index in (document.claims ?? []).indices where document.claims?[index].claim == answered.claim {
                document.claims?[index].expected = answered.accepted.amount
            }
        case .claimClosed(let closed):
            let rest = (claims ?? []).filter { $0.claim != closed.claim }
            document.claims = rest.isEmpty ? nil : rest
        }
        document.settleClaims()
        return document
    }

    /// Adds a payer's payment for a claim to the invoice's document. A negative amount takes a payment back.
    mutating func pay(_ claim: ID<InsuranceClaim>, _ amount: Int64) {
        for index in (claims ?? []).indices where claims?[index].claim == claim { claims?[index].paid += amount }
    }

    /// Computes the part of the invoice's balance that is with payers. It may change with every event about the
    /// invoice, since it is at most the balance.
    mutating func settleClaims() {
        let asked = (claims ?? []).reduce(0) { $0 + max(0, $1.expected - $1.paid) }
        let part = min(asked, balance)
        withPayers = part > 0 ? part : nil
    }
}
