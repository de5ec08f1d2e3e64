import Clinic
import EventSourcing
import Health
import Identifiers
import JSON

/// The results of storing the health samples that a phone has sent.
struct StoredSamples: Sendable {
    struct Result: Sendable {
        let sample: UUIDBytes
        let status: Status
        let reason: SampleRefusal?

        static let codec = object(
            Result.init(sample:status:reason:),
            field("sampleId", \.sample, .uuid.described("The sample's id.")),
            field(
                "status", \.status,
                .stringEnum.described("Whether the sample was stored now, had been stored before, or was refused.")),
            optionalField(
                "reason", \.reason, .stringEnum.described("Why the sample was refused; absent if it was not."))
        ).described("The result for a sample.").named("SampleResult")
    }

    enum Status: String, CaseIterable, Sendable {
        case accepted, duplicate, refused
    }

    let results: [Result]

    init(_ samples: [HealthSample], _ outcomes: [SampleOutcome]) {
        self.init(
            results: zip(samples, outcomes).map { sample, outcome in
                switch outcome {
                case .accepted: Result(sample: sample.id, status: .accepted, reason: nil)
                case .duplicate: Result(sample: sample.id, status: .duplicate, reason: nil)
                case .refused(let reason): Result(sample: sample.id, status: .refused, reason: reason)
                }
            })
    }

    private init(results: [Result]) { self.results = results }

    static let codec = object(
        StoredSamples.init(results:),
        field(
            "results", \.results,
            .array(Result.codec, 1...Health.samplesAtOnce).described("The result for each sample, in order."))
    ).described("The results for the samples that a phone has sent.").named("StoredSamples")
}

/// An entry in the list of device events.
struct DeviceEventEntry: Sendable {
    let event: DeviceEvent

    private var id: UUIDBytes { event.id }
    private var version: Int64 { 1 }
    private var type: String { event.type }
    private var at: Instant { event.at }
    private var client: UUIDBytes? { event.client }
    private var detail: RawJSON { event.detail }

    static let codec = object(
        DeviceEventEntry.make(id:version:type:detail:at:client:),
        field("id", \.id, .uuid.described("The event's id.")),
        field("version", \.version, .unchanging),
        field(
            "event_type", \.type,
            .string(max: 60).described("`samples-read`, `samples-stored` or `samples-exported`.")),
        field(
            "detail", \.detail,
            .raw(Schema(.object).described("The types of the samples (`types`), and their number (`count`)."))),
        field("timestamp", \.at, .instant.described("When the samples were read, stored or exported, in UTC.")),
        optionalField(
            "paired_client_id", \.client,
            .uuid.described("The paired client; absent if the person's own session or the operator used the samples."))
    ).described("A read, a store or an export of one's health samples.").named("DeviceEvent")

    private static func make(
        id: UUIDBytes, version _: Int64, type: String, detail: RawJSON, at: Instant, client: UUIDBytes?
    ) -> DeviceEventEntry {
        DeviceEventEntry(event: DeviceEvent(id: id, type: type, at: at, client: client, detail: detail))
    }
}
