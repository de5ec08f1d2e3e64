public import EventSourcing
public import Identifiers
public import JSON

/// A consent was presented to a patient. The event contains the wording, so a later change of the template does not
/// affect the consent.
public struct ConsentPresented: EventPayload, Hashable {
    public let consent: Consent
    public let template: ID<ConsentTemplate>
    /// The number of the presented wording among all wordings that the consent's template has had.
    public let number: Int
    public let appointment: ID<Appointment>?
    public let service: ID<Service>?
    public let wording: Personal<ConsentWording>

    public init(
        consent: Consent, template: ID<ConsentTemplate>, number: Int, appointment: ID<Appointment>?,
        service: ID<Service>?, wording: Personal<ConsentWording>
    ) {
        self.consent = consent
        self.template = template
        self.number = number
        self.appointment = appointment
        self.service = service
        self.wording = wording
    }

    public static let stored = StoredType("consent-presented")
    public static let codec = object(
        ConsentPresented.init(consent:template:number:appointment:service:wording:),
        field("consent", \.consent, Consent.codec), field("template_id", \.template, .id()),
        field("number", \.number, .int(1...1_000)), optionalField("appointment_id", \.appointment, .id()),
        optionalField("service_id", \.service, .id()),
        field("wording", \.wording, .personal(.clinical, ConsentWording.codec)))
    public var person: UUIDBytes? { consent.patient.uuid }
    public var tags: [Tag] { consent.tags }
}

/// The patient or a guardian signed a consent.
public struct ConsentSigned: EventPayload, Hashable {
    public let consent: Consent
    /// Whether the consent was signed on the clinic's tablet.
    public let isOnTablet: Bool
    /// The guardian who signed the consent in the app; `nil` if no guardian signed.
    public let guardian: ID<Patient>?
    public let signature: Personal<ConsentSignature>
    /// The file with the scanned signature of the consent.
    public let file: ID<PatientFile>?

    public init(
        consent: Consent, isOnTablet: Bool, guardian: ID<Patient>?, signature: Personal<ConsentSignature>,
        file: ID<PatientFile>?
    ) {
        self.consent = consent
        self.isOnTablet = isOnTablet
        self.guardian = guardian
        self.signature = signature
        self.file = file
    }

    public static let stored = StoredType("consent-signed")
    public static let codec = object(
        ConsentSigned.init(consent:isOnTablet:guardian:signature:file:),
        field("consent", \.consent, Consent.codec), field("on_tablet", \.isOnTablet, .bool),
        optionalField("guardian_id", \.guardian, .id()),
        // The typed name and the drawing identify the person. Older events have them under the clinical key.
        field("signature", \.signature, .personal(.contact, ConsentSignature.codec)),
        optionalField("file_id", \.file, .id()))
    public var person: UUIDBytes? { consent.patient.uuid }
    public var tags: [Tag] { consent.tags }
}

/// A consent was withdrawn, before or after a signature.
public struct ConsentWithdrawn: EventPayload, Hashable {
    public let consent: Consent
    public let reason: Personal<String>?

    public init(consent: Consent, reason: Personal<String>?) {
        self.consent = consent
        self.reason = reason
    }

    public static let stored = StoredType("consent-withdrawn")
    public static let codec = object(
        ConsentWithdrawn.init(consent:reason:), field("consent", \.consent, Consent.codec),
        optionalField("reason", \.reason, .personal(.clinical, .text(max: 500))))
    public var person: UUIDBytes? { consent.patient.uuid }
    public var tags: [Tag] { consent.tags }
}
