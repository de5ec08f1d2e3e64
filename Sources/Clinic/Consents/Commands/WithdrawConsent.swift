public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that withdraws a consent, whether it is signed or not.
public struct WithdrawConsent: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknown
        case restricted
        /// The clinic does not let guardians act for their dependants.
        case guardianMayNotWrite

        public var problem: Problem {
            switch self {
            case .unknown: .notFound
            case .restricted: Problem(.restrictedRecord)
            case .guardianMayNotWrite: Problem(.forbidden)
            }
        }
    }

    public let id: ID<Consent>
    public let signer: FormSigner
    public let reason: Personal<String>?

    public init(_ id: ID<Consent>, by signer: FormSigner, reason: Personal<String>?) {
        self.id = id
        self.signer = signer
        self.reason = reason
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let known = model[.consent(id)]
        guard let consent = known.consent else { throw .unknown }
        switch signer.access(to: consent.patient, &model, at: now) {
        case .unknown: throw .unknown
        case .restricted: throw .restricted
        case .readOnly: throw .guardianMayNotWrite
        case .granted: break
        }
        guard known.status != .withdrawn else { return [] }
        return [.consent(.withdrawn(ConsentWithdrawn(consent: consent, reason: reason)))]
    }
}

struct WithdrawalBody: Sendable {
    let reason: Personal<String>?

    static let codec = object(
        WithdrawalBody.init(reason:),
        optionalField(
            "reason", \.reason, .personal(.clinical, .prose(max: 500)).described("Why the consent is withdrawn."))
    ).described("The withdrawal of a consent.").named("ConsentWithdrawal")
}

extension ConsentsAPI {
    static let withdraw = Endpoint<ClinicAction>(
        .post, "/api/v1/consents/{consent_id}/withdraw", id: "withdrawConsent",
        summary: "Record that a patient withdrew a consent",
        details: "A consent that nobody has signed can be withdrawn too. Repeating this changes nothing.", tag: tag,
        for: Staff.self,
        takes: .path("consent_id", .consentID), .body(WithdrawalBody.codec),
        answers: [.ok(Consents.codec, "The consent, which is withdrawn")], problems: [.notFound, .restrictedRecord],
        idempotency: .accepted
    ) { caller, id, body throws(Problem) in
        .command(
            ClinicCommand(
                WithdrawConsent(id, by: .staff(RecordReader(caller)), reason: body.reason), answer: .consent(id)))
    }

    static let withdrawOwn = Endpoint<ClinicAction>(
        .post, "/api/v1/patient/consents/{consent_id}/withdraw", id: "withdrawOwnConsent",
        summary: "Withdraw a consent",
        details: "The caller withdraws their own consent or a dependant's. Repeating this changes nothing.",
        tag: tag, for: PatientOnly.self, takes: .path("consent_id", .consentID), .body(WithdrawalBody.codec),
        answers: [.ok(Consents.codec, "The consent, which is withdrawn")], problems: [.notFound],
        idempotency: .accepted
    ) { caller, id, body throws(Problem) in
        .command(
            ClinicCommand(
                WithdrawConsent(id, by: .patient(ID(caller.patient)), reason: body.reason), answer: .consent(id)))
    }
}
