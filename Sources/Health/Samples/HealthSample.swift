public import EventSourcing
public import Identifiers
public import JSON

/// A health sample: a value that a phone has measured. The JSON members have the names that the phone's app uses.
public struct HealthSample: Hashable, Sendable {
    public let id: UUIDBytes
    /// The sample's type, with the name that the phone uses. The type may be one that this release does not know.
    public let type: String
    public let value: Double
    public let unit: String
    public let start: Instant
    public let end: Instant
    /// The name of the device or app that measured the sample's value.
    public let sourceName: String
    public let metadata: [String: String]?

    public init(
        id: UUIDBytes, type: String, value: Double, unit: String, start: Instant, end: Instant, sourceName: String,
        metadata: [String: String]?
    ) {
        self.id = id
        self.type = type
        self.value = value
        self.unit = unit
        self.start = start
        self.end = end
        self.sourceName = sourceName
        self.metadata = metadata
    }

    public static let codec = object(
        HealthSample.init(id:type:value:unit:start:end:sourceName:metadata:),
        field("id", \.id, .uuid.described("The sample's id, which the phone generated.")),
        field("type", \.type, .string(1...64).described("The sample's type, such as `heartRate`.")),
        field("value", \.value, .double.described("The measured value.")),
        field("unit", \.unit, .string(1...32).described("The value's unit, such as `count/min`.")),
        field("startDate", \.start, .rfc3339.described("When the measurement began, in UTC.")),
        field("endDate", \.end, .rfc3339.described("When the measurement ended, in UTC.")),
        field(
            "sourceName", \.sourceName,
            .string(max: 200).described("The name of the device or app that measured the value.")),
        optionalField("metadata", \.metadata, metadataCodec.described("Further details, such as the phase of sleep."))
    ).described("A value that a phone has measured.").named("HealthSample")

    static let metadataCodec = Codec<[String: String]>.dictionary(of: .string(max: 500), maximum: 20)
}
