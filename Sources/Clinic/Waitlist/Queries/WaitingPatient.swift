import JSON

/// An entry of the waitlist with its patient's card, in the front desk's list.
struct WaitingPatient: Sendable {
    let entry: WaitlistDocument
    let patient: PatientCard?

    static let codec = object(
        WaitingPatient.init(entry:patient:),
        field("entry", \.entry, WaitlistDocument.codec.described("The entry of the waitlist.")),
        optionalField("patient", \.patient, PatientCard.codec.described("The patient's card."))
    ).described("An entry of the waitlist with its patient's card.").named("WaitingPatient")
}
