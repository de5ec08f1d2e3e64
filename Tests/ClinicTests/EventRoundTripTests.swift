import Clinic
import EventSourcing
import JSON
import Testing

/// Tests that an event with random values is decoded from its stored bytes as the same event.
@Suite struct EventRoundTripTests {
    private static let tries = 600
    /// The number of attempts for a type of which few generated events can be decoded.
    private static let most = 10_000
    private static let fewest = 10

    @Test(arguments: try GoldenEventsTests.files())
    func `a generated event of each type is the same after storing and decoding`(_ file: GoldenEventsTests.GoldenFile)
        throws
    {
        let sample = try JSONValue(parsing: file.bytes)
        let golden = try ClinicEvent.types.decode(type: file.type, version: file.version, data: file.bytes).payload
        guard type(of: golden).stored.version == file.version else { return }
        var values = ValueGenerator(seed: file.type)
        var made = 0
        for attempt in 0..<Self.most where attempt < Self.tries || made < Self.fewest {
            let text = values.make(schema(of: golden), like: sample)
            // A schema cannot express every rule, such as that the start precedes the end, so some generated events
            // cannot be decoded.
            guard
                let event = try? ClinicEvent.types.decode(
                    type: file.type, version: file.version, data: Array(text.utf8))
            else { continue }
            made += 1
            let again = try GlassSeal(isErased: false).stored(event)
            #expect(event.payload.isSame(as: again.payload), "\(text)")
            #expect(event.tags == again.tags)
        }
        #expect(made >= Self.fewest, "the generator made \(made) events of type \(file.type): it has to learn the type")
    }

    private func schema<Payload: EventPayload>(of payload: Payload) -> Schema { Payload.codec.schema }
}

/// Generates random JSON for an event's schema, often with values at the limits of the schema's ranges. The same seed
/// generates the same values.
struct ValueGenerator {
    private var state: UInt64

    init(seed: String) { state = seed.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 } }

    /// Generates a JSON value for a schema.
    ///
    /// - Parameter sample: a valid value, for rules that the schema cannot express, such as the list of currencies.
    mutating func make(_ schema: Schema, like sample: JSONValue?) -> String {
        if let constant = schema.constant { return text(constant) }
        if let one = pick(schema.enumeration) { return text(one) }
        if let one = pick(schema.oneOf) { return make(one, like: sample) }
        guard let type = pick(schema.types) else { return sample.map { "\($0)" } ?? "null" }
        switch type {
        case .null: return "null"
        case .boolean: return oneIn(2) ? "true" : "false"
        case .integer, .number: return number(schema, like: sample)
        case .string: return quoted(string(schema, like: sample?.string))
        case .array:
            let samples = sample?.elements ?? []
            let least = schema.minItems ?? 0
            let count = Int.random(in: least...max(least, min(schema.maxItems ?? 3, 3)), using: &self)
            guard let element = schema.items.first else { return "[]" }
            return "[" + (0..<count).map { _ in make(element, like: pick(samples)) }.joined(separator: ",") + "]"
        case .object:
            let members = (schema.properties ?? []).filter { $0.isRequired || !oneIn(4) }
            return "{"
                + members.map { "\(quoted($0.name)):\(make($0.schema, like: sample?[$0.name]))" }.joined(separator: ",")
                + "}"
        }
    }

    private mutating func number(_ schema: Schema, like sample: JSONValue?) -> String {
        let least = schema.minimum.flatMap { Int64(text($0)) } ?? -1_000
        let most = schema.maximum.flatMap { Int64(text($0)) } ?? 1_000
        if oneIn(3), let sample = sample?.integer { return "\(sample)" }
        return "\(oneIn(4) ? least : oneIn(3) ? most : Int64.random(in: least...most, using: &self))"
    }

    private mutating func string(_ schema: Schema, like sample: String?) -> String {
        switch schema.format {
        case "uuid":
            let digits = (0..<32).map { _ in String(Int.random(in: 0...15, using: &self), radix: 16) }.joined()
            let ends = [8, 12, 16, 20, 32]
            return zip([0] + ends, ends).map { String(digits.dropFirst($0).prefix($1 - $0)) }.joined(separator: "-")
        case "date": return pick(["0000-01-01", "1900-01-01", "2024-02-29", "2199-12-31", "9999-12-31"]) ?? ""
        case "date-time":
            return pick(["0001-01-01T00:00:00Z", "2026-03-29T01:30:00+01:00", "9999-12-31T23:59:59Z"]) ?? ""
        default: break
        }
        let isProse = schema.pattern == nil || schema.pattern?.contains("\\u0000") == true
        let times = ["00:00", "08:05", "23:55", "24:00"]
        let dates = ["1899-12-31T24:00", "2026-11-23T09:30", "9999-12-31T23:59"]
        if !isProse, let known = pick((times + dates).filter { matches($0, schema.pattern) }) { return known }
        if let sample, !isProse || oneIn(4) { return sample }
        let most = min(schema.maxLength ?? 40, 300)
        let count = oneIn(4) ? most : Int.random(in: min(schema.minLength ?? 0, most)...most, using: &self)
        return String((0..<count).compactMap { _ in pick(Array("aZ 09\"\\/<&'äß€漢😀")) })
    }

    private func matches(_ text: String, _ pattern: String?) -> Bool {
        guard let pattern, let regex = try? Regex(pattern) else { return false }
        return text.firstMatch(of: regex) != nil
    }

    private mutating func oneIn(_ count: Int) -> Bool { Int.random(in: 1...count, using: &self) == 1 }
    private mutating func pick<Element>(_ all: [Element]) -> Element? { all.randomElement(using: &self) }
    private func text(_ json: RawJSON) -> String { String(decoding: json.bytes, as: UTF8.self) }

    private func quoted(_ text: String) -> String {
        var writer = JSONWriter()
        writer.write(text)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension ValueGenerator: RandomNumberGenerator {
    /// The next random number (SplitMix64).
    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
