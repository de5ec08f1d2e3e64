public import EventSourcing
public import Identifiers
public import JSON

/// The document of a prescription.
public struct PrescriptionDocument: Hashable, Sendable {
    /// One dispensing of the prescription.
    public struct Dispensing: Hashable, Sendable {
        public let number: Int
        public let dispensedAt: Instant

        static let codec = object(
            Dispensing.init(number:dispensedAt:),
            field("number", \.number, .int(1...25).described("The number of the dispensing, beginning with 1.")),
            field("dispensed_at", \.dispensedAt, .instant.described("When the dispensing was recorded, in UTC."))
        ).described("A dispensing of a prescription.").named("PrescriptionDispensing")
    }

    /// The end of a prescription before its last valid day.
    public struct End: Hashable, Sendable {
        public let endedAt: Instant
        /// The reason why the prescription ended; `nil` if it was erased.
        public let reason: Personal<String>?

        static let codec = object(
            End.init(endedAt:reason:),
            field("ended_at", \.endedAt, .instant.described("When the prescription ended, in UTC.")),
            optionalField(
                "reason", \.reason,
                .personal(.clinical, .text(max: 500)).described(
                    "Why the prescription ended; absent if the reason was erased."))
        ).described("The end of a prescription.").named("PrescriptionEnd")
    }

    public let id: ID<Prescription>
    public internal(set) var version: Int64
    public let patient: ID<Patient>
    public let doctor: ID<StaffMember>
    public internal(set) var status: PrescriptionStatus
    public let issuedAt: Instant
    public let issuedOn: CivilDate
    public let validUntil: CivilDate
    /// The prescription's medical content; `nil` if it was erased.
    public internal(set) var medication: Personal<PrescribedMedication>?
    public let refills: Int
    public internal(set) var dispensings: [Dispensing]
    public internal(set) var override: Personal<WarningOverride>?
    public internal(set) var end: End?

    public static let codec = object(
        PrescriptionDocument.init(
            id:version:patient:doctor:status:issuedAt:issuedOn:validUntil:medication:refills:dispensings:override:end:
        ),
        field("id", \.id, .prescriptionID),
        field("version", \.version, .version),
        field("patient_id", \.patient, .patientID),
        field("doctor_id", \.doctor, .doctorID),
        field("status", \.status, PrescriptionStatus.codec),
        field("issued_at", \.issuedAt, .instant.described("When the doctor prescribed it, in UTC.")),
        field("issued_on", \.issuedOn, .date.described("The day of the issue, by the clinic's calendar.")),
        field(
            "valid_until", \.validUntil,
            .date.described("The last day on which the quantity may be given out, by the clinic's calendar.")),
        optionalField(
            "medication", \.medication,
            .personal(.clinical, PrescribedMedication.codec).described(
                "The medical content: the drug, and how it is taken; absent if the clinical records were erased.")),
        field("refills", \.refills, .refills),
        field(
            "dispensings", \.dispensings,
            .array(Dispensing.codec, 0...25).described("The times at which the quantity was given out.")),
        optionalField(
            "override", \.override,
            .personal(.clinical, WarningOverride.codec).described(
                "The doctor's decision to prescribe the drug in spite of warnings; absent if there were no warnings.")),
        optionalField(
            "end", \.end,
            End.codec.described(
                "The end of the prescription; absent if the prescription was not ended before its last valid day."))
    ).described("A prescription of a patient.").named("Prescription")
}
