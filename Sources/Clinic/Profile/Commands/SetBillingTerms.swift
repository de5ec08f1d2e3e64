public import Endpoints
public import EventSourcing
import JSON

/// The command that replaces the clinic's usual terms for invoices. Invoices that exist keep their terms.
public struct SetBillingTerms: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case notFounded

        public var problem: Problem {
            switch self {
            case .notFounded: Problem(.clinicNotFounded)
            }
        }
    }

    public let terms: BillingTerms

    public init(_ terms: BillingTerms) { self.terms = terms }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let settings = model[.settings]
        guard settings.isFounded else { throw .notFounded }
        guard settings.billing != terms else { return [] }
        return [.profile(.billingTermsSet(BillingTermsSet(terms: terms)))]
    }
}

extension ProfileAPI {
    static let setBillingTerms = Endpoint<ClinicAction>(
        .put, "/api/v1/clinic/billing-terms", id: "setBillingTerms", summary: "Set the usual terms for invoices",
        details: "The body replaces all terms. Invoices that exist keep theirs.",
        tag: "Clinic", for: AdminOnly.self, takes: .body(BillingTerms.codec.named("BillingTerms")),
        answers: [.ok(ClinicSettingsAnswer.codec, "The settings as they are now")], problems: [.clinicNotFounded],
        idempotency: .accepted
    ) { _, terms throws(Problem) in
        .command(ClinicCommand(SetBillingTerms(terms), answer: .settings))
    }
}
