public import EventSourcing
public import Identifiers
public import JSON

/// A patient's coverage was recorded, for the first time or again. The event replaces what was recorded of the coverage
/// before.
public struct CoverageRecorded: EventPayload, Hashable {
    public let coverage: ID<Coverage>
    public let patient: ID<Patient>
    public let payer: ID<InsurancePayer>
    /// The number by which the payer knows the patient of the coverage.
    public let memberNumber: Personal<String>
    public let terms: CoverageTerms

    public static let stored = StoredType("coverage-recorded")
    public static let codec = object(
        CoverageRecorded.init(coverage:patient:payer:memberNumber:terms:),
        field("coverage_id", \.coverage, .id()),
        field("patient_id", \.patient, .id()),
        field("payer_id", \.payer, .id()),
        // The number identifies the person. Older events have it under the financial key.
        field("member_number", \.memberNumber, .personal(.contact, .string(max: 100))),
        field("terms", \.terms, CoverageTerms.codec))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] { [.coverage(coverage), .patientAccount(patient)] }
}

/// A patient's coverage ended or was recorded by mistake. No new claim can use it; claims that exist stay.
public struct CoverageRemoved: EventPayload, Hashable {
    public let coverage: ID<Coverage>
    public let patient: ID<Patient>

    public static let stored = StoredType("coverage-removed")
    public static let codec = object(
        CoverageRemoved.init(coverage:patient:), field("coverage_id", \.coverage, .id()),
        field("patient_id", \.patient, .id()))
    public var tags: [Tag] { [.coverage(coverage), .patientAccount(patient)] }
}
