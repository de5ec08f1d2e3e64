public import EventSourcing
public import Identifiers
public import JSON

/// A doctor prescribed a drug for a patient. The event contains the whole prescription, so a later version of the
/// catalogue does not change it.
public struct PrescriptionIssued: EventPayload, Hashable {
    public let prescription: Prescription
    public let doctor: ID<StaffMember>
    /// The last day on which the quantity of the prescription may be given out, by the clinic's calendar.
    public let validUntil: CivilDate
    /// The number of times that the quantity of the prescription may be given out after the first time.
    public let refills: Int
    public let medication: Personal<PrescribedMedication>
    /// The doctor's decision about warnings of the prescription; `nil` if there were none.
    public let override: Personal<WarningOverride>?

    public init(
        prescription: Prescription, doctor: ID<StaffMember>, validUntil: CivilDate, refills: Int,
        medication: Personal<PrescribedMedication>, override: Personal<WarningOverride>?
    ) {
        self.prescription = prescription
        self.doctor = doctor
        self.validUntil = validUntil
        self.refills = refills
        self.medication = medication
        self.override = override
    }

    public static let stored = StoredType("prescription-issued")
    public static let codec = object(
        PrescriptionIssued.init(prescription:doctor:validUntil:refills:medication:override:),
        field("prescription", \.prescription, Prescription.codec),
        field("doctor_id", \.doctor, .id()),
        field("valid_until", \.validUntil, .date),
        field("refills", \.refills, .int(0...24)),
        field("medication", \.medication, .personal(.clinical, PrescribedMedication.codec)),
        optionalField("override", \.override, .personal(.clinical, WarningOverride.codec)))
    public var person: UUIDBytes? { prescription.patient.uuid }
    public var tags: [Tag] { prescription.tags }
}
