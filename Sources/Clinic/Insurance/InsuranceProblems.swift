import Endpoints
import Identifiers
import JSON

extension Problem.Kind {
    static let coverageRemoved = Problem.Kind(
        "coverage-removed", 409, "The coverage was removed",
        means: "A removed coverage is kept for its claims. It cannot be changed, and no new claim can use it.",
        remedy: "Name another coverage, or record a new one.")
    static let openClaim = Problem.Kind(
        "open-claim", 409, "A claim on a payer is open for the invoice",
        means: "The claim `claim_id` asks for a part of the invoice, so that the invoice must not change.",
        remedy: "Close the claim first.",
        members: [.member("claim_id", .claimID, example: .example)])
}

extension Problem {
    static func openClaim(_ claim: ID<InsuranceClaim>) -> Problem {
        Problem(.openClaim).with("claim_id", claim, .claimID)
    }
}
