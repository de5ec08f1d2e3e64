public import EventSourcing
public import Identifiers
public import JSON

/// The quantity of a prescription was given out to the patient.
public struct PrescriptionDispensed: EventPayload, Hashable {
    public let prescription: Prescription
    /// The number of this dispensing, beginning with 1.
    public let number: Int
    /// The day of the dispensing, by the clinic's calendar.
    public let dispensedOn: CivilDate

    public init(prescription: Prescription, number: Int, dispensedOn: CivilDate) {
        self.prescription = prescription
        self.number = number
        self.dispensedOn = dispensedOn
    }

    public static let stored = StoredType("prescription-dispensed")
    public static let codec = object(
        PrescriptionDispensed.init(prescription:number:dispensedOn:),
        field("prescription", \.prescription, Prescription.codec),
        field("number", \.number, .int(1...25)), field("dispensed_on", \.dispensedOn, .date))
    public var tags: [Tag] { prescription.tags }
}

/// A prescription ended before its last valid day, or was marked as entered in error.
public struct PrescriptionEnded: EventPayload, Hashable {
    public let prescription: Prescription
    public let end: PrescriptionEnd
    public let reason: Personal<String>

    public init(prescription: Prescription, end: PrescriptionEnd, reason: Personal<String>) {
        self.prescription = prescription
        self.end = end
        self.reason = reason
    }

    public static let stored = StoredType("prescription-ended")
    public static let codec = object(
        PrescriptionEnded.init(prescription:end:reason:),
        field("prescription", \.prescription, Prescription.codec),
        field("end", \.end, .stringEnum),
        field("reason", \.reason, .personal(.clinical, .text(max: 500))))
    public var person: UUIDBytes? { prescription.patient.uuid }
    public var tags: [Tag] { prescription.tags }
}
