import EventSourcing
import Health
import Identifiers
import JSON

/// A client's request for health samples. The JSON members have the names that the client's program uses.
struct HealthDataRequest: Sendable {
    let start: Instant
    let end: Instant
    let types: [HealthType]
    let limit: Int?
    let offset: Int?

    static let codec = object(
        HealthDataRequest.init(start:end:types:limit:offset:),
        field("startDate", \.start, .rfc3339.described("Only samples that begin at or after this time.")),
        field("endDate", \.end, .rfc3339.described("Only samples that begin before this time.")),
        field("types", \.types, .array(.stringEnum, 0...100).described("The types of samples; at least one.")),
        optionalField(
            "limit", \.limit,
            .int(1...1_000_000).described(
                "The maximum number of samples in the answer; absent: 1,000. A number above 10,000 counts as 10,000.")),
        optionalField(
            "offset", \.offset,
            .int(0...Int(Health.samplesOfAccount)).described("The number of samples to skip."))
    ).described("A client's request for samples.").named("HealthDataRequest")
}

/// The status of an answer with health samples.
enum HealthDataStatus: String, CaseIterable, Sendable {
    case ok, noPermission, locked, error
}

/// An answer with health samples, or with the reason why there are none.
struct HealthData: Sendable {
    let status: HealthDataStatus
    let samples: [HealthSample]
    let message: String?
    let hasMore: Bool
    let returnedCount: Int64

    init(samples: [HealthSample], hasMore: Bool) {
        self.init(status: .ok, samples: samples, message: nil, hasMore: hasMore, returnedCount: Int64(samples.count))
    }

    static let noType = HealthData(.error, "The request names no type.")
    static let notEnabled = HealthData(.noPermission, "The person has not enabled each of these types.")
    static let samplesLocked = HealthData(.locked, "The person has locked the samples.")

    /// The JSON of an answer with health samples, as an example for the API's description.
    var example: RawJSON { RawJSON(Self.codec.bytes(self)) }

    init(_ status: HealthDataStatus, _ message: String) {
        self.init(status: status, samples: [], message: message, hasMore: false, returnedCount: 0)
    }

    private init(
        status: HealthDataStatus, samples: [HealthSample], message: String?, hasMore: Bool, returnedCount: Int64
    ) {
        self.status = status
        self.samples = samples
        self.message = message
        self.hasMore = hasMore
        self.returnedCount = returnedCount
    }

    static let codec = object(
        HealthData.init(status:samples:message:hasMore:returnedCount:),
        field("status", \.status, .stringEnum.described("`ok`, or the reason why there are no samples.")),
        field(
            "samples", \.samples,
            .array(HealthSample.codec, 0...Health.largestPage).described(
                "The samples, sorted by `startDate`.")),
        optionalField(
            "message", \.message,
            .string(max: 200).described(
                "A sentence that explains the status to a person; absent if the status is `ok`.")),
        field("hasMore", \.hasMore, .bool.described("Whether there are further samples.")),
        field("returnedCount", \.returnedCount, .int64.described("The number of samples in this answer."))
    ).described("Samples, or the reason why there are none.").named("HealthData")

    /// The JSON of an answer with health samples. While many samples are encoded, other requests of the loop can run in
    /// between.
    func bytes() async -> [UInt8] {
        guard samples.count > Self.samplesBetweenPauses else { return Self.codec.bytes(self) }
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("status", status.rawValue)
        writer.name("samples")
        writer.beginArray()
        for (index, sample) in samples.enumerated() {
            HealthSample.codec.encode(sample, to: &writer)
            if index % Self.samplesBetweenPauses == 0 { await Task.yield() }
        }
        writer.endArray()
        writer.name("hasMore")
        writer.write(hasMore)
        writer.name("returnedCount")
        writer.write(returnedCount)
        writer.endObject()
        return writer.bytes
    }

    private static let samplesBetweenPauses = 500
}

/// The health samples that a phone sends to be stored.
struct SentSamples: Sendable {
    let samples: [HealthSample]

    static let codec = object(
        SentSamples.init(samples:),
        field(
            "samples", \.samples,
            .array(HealthSample.codec, 1...Health.samplesAtOnce).described("The samples, at most 1,000."))
    ).described("Samples that a phone sends.").named("SentSamples")
}

/// The types of health samples that a person has enabled.
struct EnabledTypes: Sendable {
    let enabledTypes: [HealthType]

    static let codec = object(
        EnabledTypes.init(enabledTypes:),
        field(
            "enabledTypes", \.enabledTypes,
            .array(.stringEnum, 0...HealthType.allCases.count).described("The types that may be stored and read."))
    ).described("The types of samples that the person has enabled.").named("EnabledTypes")
}
