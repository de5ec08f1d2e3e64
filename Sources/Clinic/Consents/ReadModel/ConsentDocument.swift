public import EventSourcing
public import Identifiers
public import JSON

/// The document of a consent.
public struct ConsentDocument: Hashable, Sendable {
    public let id: ID<Consent>
    public internal(set) var version: Int64
    public let patient: ID<Patient>
    public internal(set) var status: ConsentStatus
    public let template: ID<ConsentTemplate>
    public let number: Int
    public let appointment: ID<Appointment>?
    public let service: ID<Service>?
    public let presentedAt: Instant
    /// The presented wording of the consent. The wording, the signature and the reason are `nil` after the clinical
    /// records were erased.
    public internal(set) var wording: Personal<ConsentWording>?
    public internal(set) var signedAt: Instant?
    public internal(set) var isOnTablet: Bool?
    public internal(set) var guardian: ID<Patient>?
    public internal(set) var signature: Personal<ConsentSignature>?
    public internal(set) var file: ID<PatientFile>?
    public internal(set) var withdrawnAt: Instant?
    public internal(set) var reason: Personal<String>?

    public static let codec = object(
        ConsentDocument.init(
            id:version:patient:status:template:number:appointment:service:presentedAt:wording:signedAt:isOnTablet:
            guardian:signature:file:withdrawnAt:reason:),
        field("id", \.id, .consentID), field("version", \.version, .version),
        field("patient_id", \.patient, .patientID), field("status", \.status, ConsentStatus.codec),
        field("template_id", \.template, .consentTemplateID),
        field("template_number", \.number, .consentNumber),
        optionalField(
            "appointment_id", \.appointment,
            Codec<ID<Appointment>>.id().described("The appointment that the consent is for; absent: none.")),
        optionalField(
            "service_id", \.service,
            Codec<ID<Service>>.id().described("The service that the consent is for; absent: none.")),
        field("presented_at", \.presentedAt, .instant.described("When the consent was presented, in UTC.")),
        optionalField(
            "wording", \.wording,
            .personal(.clinical, ConsentWording.codec).described(
                "The title and text, exactly as presented; absent if the clinical records were erased.")),
        optionalField(
            "signed_at", \.signedAt, .instant.described("When the consent was signed, in UTC; absent if it was not.")),
        optionalField(
            "on_tablet", \.isOnTablet, .bool.described("Whether the consent was signed on the clinic's tablet.")),
        optionalField(
            "guardian_id", \.guardian,
            Codec<ID<Patient>>.id().described("The guardian who signed; absent if no guardian signed.")),
        optionalField(
            "signature", \.signature,
            .personal(.contact, ConsentSignature.codec).described("The signature.")),
        optionalField(
            "file_id", \.file, Codec<ID<PatientFile>>.id().described("The file with the scanned signature.")),
        optionalField(
            "withdrawn_at", \.withdrawnAt,
            .instant.described("When the consent was withdrawn, in UTC; absent if it was not.")),
        optionalField(
            "reason", \.reason, .personal(.clinical, .text(max: 500)).described("Why the consent was withdrawn."))
    ).described("A consent of a patient.").named("Consent")
}
