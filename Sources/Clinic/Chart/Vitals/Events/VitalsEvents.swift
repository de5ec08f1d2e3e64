public import EventSourcing
public import Identifiers
public import JSON

/// A type that only distinguishes the ids of readings of vital signs, `ID<VitalsReading>`, from other ids. A reading
/// has the measurements that were made at one time.
public enum VitalsReading {}

/// Vital signs of a patient were measured.
///
/// The values are not sealed. Like appointments, they belong to the record of a treatment and are kept under the
/// patient's id after an erasure.
public struct VitalsRecorded: EventPayload, Hashable {
    public let reading: ID<VitalsReading>
    public let patient: ID<Patient>
    public let measuredAt: Instant
    public let source: VitalsSource
    /// The member of staff who recorded the reading; `nil` if a device recorded it.
    public let by: ID<StaffMember>?
    public let measurements: [VitalMeasurement]

    public init(
        reading: ID<VitalsReading>, patient: ID<Patient>, measuredAt: Instant, source: VitalsSource,
        by: ID<StaffMember>?, measurements: [VitalMeasurement]
    ) {
        self.reading = reading
        self.patient = patient
        self.measuredAt = measuredAt
        self.source = source
        self.by = by
        self.measurements = measurements
    }

    public static let stored = StoredType("vitals-recorded")
    public static let codec = object(
        VitalsRecorded.init(reading:patient:measuredAt:source:by:measurements:), field("vitals_id", \.reading, .id()),
        field("patient_id", \.patient, .id()), field("measured_at", \.measuredAt, .instant),
        field("source", \.source, .stringEnum), optionalField("by", \.by, .id()),
        field("measurements", \.measurements, .array(VitalMeasurement.codec, 1...VitalType.allCases.count)))
    public var tags: [Tag] { [.vitalsReading(reading), .vitals(of: patient)] }
}

/// A reading of vital signs was marked as entered in error.
public struct VitalsEnteredInError: EventPayload, Hashable {
    public let reading: ID<VitalsReading>
    public let patient: ID<Patient>
    public let reason: Personal<String>

    public static let stored = StoredType("vitals-entered-in-error")
    public static let codec = object(
        VitalsEnteredInError.init(reading:patient:reason:), field("vitals_id", \.reading, .id()),
        field("patient_id", \.patient, .id()),
        field("reason", \.reason, .personal(.clinical, .prose(max: 500))))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] { [.vitalsReading(reading), .vitals(of: patient)] }
}

/// The events about vital signs of patients.
public enum VitalsEvent: FeatureEvent {
    case recorded(VitalsRecorded)
    case enteredInError(VitalsEnteredInError)

    public var payload: any EventPayload {
        switch self {
        case .recorded(let payload): payload
        case .enteredInError(let payload): payload
        }
    }

    var reading: ID<VitalsReading> {
        switch self {
        case .recorded(let event): event.reading
        case .enteredInError(let event): event.reading
        }
    }

    static func register(in types: EventTypes<ClinicEvent>) -> EventTypes<ClinicEvent> {
        types
            .with(VitalsRecorded.self) { .vitals(.recorded($0)) }
            .with(VitalsEnteredInError.self) { .vitals(.enteredInError($0)) }
    }
}
