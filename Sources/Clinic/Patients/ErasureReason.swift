import JSON

/// The legal ground for an erasure (GDPR Art. 17 (1)). It is chosen from a list, since a free text might name the
/// person.
public enum ErasureReason: String, CaseIterable, Hashable, Sendable {
    case requested
    case consentWithdrawn = "consent_withdrawn"
    case noLongerNeeded = "no_longer_needed"
    case unlawful
}

struct ErasureBody: Sendable {
    let reason: ErasureReason

    static let codec = object(
        ErasureBody.init(reason:),
        field("reason", \.reason, .stringEnum.described("Why the data are erased; the log keeps the reason."))
    ).described("Why personal data are erased.").named("Erasure")
}
