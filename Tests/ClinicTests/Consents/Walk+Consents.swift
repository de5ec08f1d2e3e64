import Clinic
import EventSourcing
import Identifiers

/// The decisions about consents, for `BoundedReadsTests`.
extension Walk {
    private var template: ID<ConsentTemplate> { 0x9d1 }
    private var presented: ID<Consent> { 0x9d2 }
    private var signer: FormSigner { .patient(Practice.patient(1)) }

    mutating func prepareConsents() throws {
        try desk.presentConsent(presented, to: Practice.patient(1), of: template, text: "I agree.", at: noon)
    }

    /// The number of events that each decision about consents reads, by the decision's name.
    func consentReads() throws -> [(String, Int)] {
        let wording = ConsentWording(title: "Filling", text: "I agree to a filling.")
        return try [
            read(SetConsentTemplate(template, wording, isNew: false)),
            read(RetireConsentTemplate(template)),
            read(
                PresentConsent(
                    0xff, to: Practice.patient(1), by: RestrictionTests.reader(9), template, appointment: ahead,
                    service: Practice.service(1))),
            read(SignConsent(presented, by: signer, Personal(ConsentSignature(name: "Pat")))),
            read(WithdrawConsent(presented, by: signer, reason: Personal("Afraid"))),
        ]
    }
}

extension Desk {
    /// Adds a template and presents its consent to a patient.
    mutating func presentConsent(
        _ id: ID<Consent>, to patient: ID<Patient>, of template: ID<ConsentTemplate>, text: String, at now: Instant
    ) throws {
        let wording = ConsentWording(title: "Extraction", text: text)
        try run(SetConsentTemplate(template, wording, isNew: true), at: now)
        try run(PresentConsent(id, to: patient, by: RestrictionTests.reader(9), template), at: now)
    }
}
