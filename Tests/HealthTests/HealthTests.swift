import EventSourcing
import Health
import Identifiers
import JSON
import Testing

@Suite struct HealthTests {
    private let noon = Instant(secondsSince1970: 1_795_435_200)
    private let account = UUIDBytes(high: 1, low: 1)

    private func sample(
        _ type: String = "heartRate", _ value: Double = 61.5, unit: String = "count/min", start: Instant? = nil,
        end: Instant? = nil, source: String = "Watch", metadata: [String: String]? = nil
    ) -> HealthSample {
        HealthSample(
            id: UUIDBytes(high: 7, low: 7), type: type, value: value, unit: unit, start: start ?? noon,
            end: end ?? noon, sourceName: source, metadata: metadata)
    }

    @Test func `there are 31 types of health samples, and each has a unit`() {
        #expect(HealthType.allCases.count == 31)
        #expect(HealthType.allCases.allSatisfy { !$0.units.isEmpty })
    }

    @Test func `a sample with a wrong type, unit, value or date is refused with the reason`() {
        let enabled: Set<HealthType> = [.heartRate]
        func refusal(_ sample: HealthSample) -> SampleRefusal? { sample.refusal(enabled: enabled, at: noon) }
        #expect(refusal(sample()) == nil)
        #expect(refusal(sample("mood")) == .unknownType)
        #expect(refusal(sample("weight", 70, unit: "kg")) == .typeNotEnabled)
        #expect(refusal(sample(unit: "count/s")) == .wrongUnit)
        #expect(refusal(sample("heartRate", -1)) == .valueOutOfRange)
        #expect(refusal(sample("heartRate", 2e9)) == .valueOutOfRange)
        #expect(refusal(sample(start: noon, end: noon.adding(seconds: -1))) == .reversedDates)
        #expect(refusal(sample(end: noon.adding(days: 1))) == nil)
        #expect(refusal(sample(end: noon.adding(days: 1).adding(seconds: 1))) == .inFuture)
    }

    @Test func `a sample is refused if its source and its metadata together have more than 2,000 bytes`() {
        func refusal(_ bytes: Int) -> SampleRefusal? {
            // The name of the sample's source takes 5 bytes, the four names in the metadata take 4, and the first three
            // texts in it take 1,500.
            let lengths = ["a": 500, "b": 500, "c": 500, "d": bytes - 1_509]
            let metadata = lengths.mapValues { String(repeating: "x", count: $0) }
            return sample(metadata: metadata).refusal(enabled: [.heartRate], at: noon)
        }
        #expect(refusal(2_000) == nil)
        #expect(refusal(2_001) == .tooLarge)
    }

    @Test func `a sealed sample has no readable text, and opens only with its own account, id, type and dates`()
        throws
    {
        let bytes = SampleKey.newBytes()
        let key = SampleKey(bytes, of: account)
        let secret = sample(source: "Quandtbeere", metadata: ["note": "Quandtbeere"])
        let sealed = try key.seal(secret)
        #expect(!String(decoding: sealed, as: UTF8.self).contains("Quandtbeere"))
        #expect(try key.open(sealed, id: secret.id, type: secret.type, start: noon, end: noon) == secret)
        #expect(throws: HealthError.unreadable) {
            try key.open(sealed, id: account, type: secret.type, start: noon, end: noon)
        }
        #expect(throws: HealthError.unreadable) {
            try key.open(sealed, id: secret.id, type: "weight", start: noon, end: noon)
        }
        #expect(throws: HealthError.unreadable) {
            try key.open(sealed, id: secret.id, type: secret.type, start: noon, end: noon.adding(seconds: 1))
        }
        let other = SampleKey(bytes, of: UUIDBytes(high: 2, low: 2))
        #expect(throws: HealthError.unreadable) {
            try other.open(sealed, id: secret.id, type: secret.type, start: noon, end: noon)
        }
    }

    @Test
    func `a CSV line of a sample quotes semicolons and quotation marks, and puts ' before a text that begins with =`() {
        #expect(
            sample().csvLine
                == "00000000-0000-0007-0000-000000000007;heartRate;61.5;count/min;2026-11-23T12:00:00Z;2026-11-23T12:00:00Z;Watch;\r\n"
        )
        let line = sample(source: "=A1;\"B\"", metadata: ["stage": "rem"]).csvLine
        #expect(line.contains(#";"'=A1;""B""";"{""stage"":""rem""}""#))
    }

}
