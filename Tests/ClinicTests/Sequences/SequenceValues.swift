import Catalogue
import Clinic
import EventSourcing
import Identifiers

/// The values of one random sequence of requests: random numbers, the time, and the ids that the events so far contain.
struct SequenceValues {
    var random: SplitMix64
    var now: Instant = "2026-11-23T08:00:00Z"
    /// The ids and other values that earlier requests of the sequence have created, by the name of their placeholder.
    private(set) var known: [String: [String]] = [:]

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    /// A copy with the same known values and the same time, and with the random numbers of a different seed.
    func seeded(_ seed: UInt64) -> SequenceValues {
        var copy = self
        copy.random = SplitMix64(seed: seed)
        return copy
    }

    mutating func wait() {
        let minutes: ClosedRange<Int64> = number(0...9) == 0 ? 600...1_500 : 0...20
        now = now.adding(minutes: .random(in: minutes, using: &random))
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }

    mutating func add(_ value: String, as name: String) {
        guard known[name]?.contains(value) != true else { return }
        known[name, default: []].append(value)
    }

    /// A random or known value for a placeholder in a request's path or body.
    mutating func value(_ name: String) -> String {
        switch name {
        case "patient": "\(Practice.patient(UInt64(number(1...3))))"
        case "first_patient": "\(Practice.patient(1))"
        case "service": some(name) ?? "\(Practice.service(UInt64(number(1...2))))"
        case "doctor": "\(Practice.doctor(UInt64(number(1...2))))"
        case "chair": some(name) ?? "\(Practice.chair(UInt64(number(1...2))))"
        case "staff": some(name) ?? "\(Practice.doctor(UInt64(number(1...2))))"
        case "drug": SampleDrugs.all.isEmpty ? Self.missing : "\(SampleDrugs.all[number(0...2)].id)"
        case "template_number": "\(number(1...2))"
        case "start": start.rfc3339
        case "offer": some(name) ?? #""start":"\#(start.rfc3339)","doctor_id":"\#(Practice.doctor(1))""#
        case "date", "today": today
        case "time": ["09:00", "10:00", "11:30", "13:00", "16:30"][number(0...4)]
        case "digit": "\(number(1...9))"
        case "bool": number(0...1) == 0 ? "false" : "true"
        case "money": #"{"amount":\#(100 * number(1...3)),"currency":"EUR"}"#
        case "method": ["cash", "card", "bank_transfer", "insurance", "other"][number(0...4)]
        case "word": ["Ada", "Ben", "Cem", "Dua", "Eva", "Fox"][number(0...5)]
        default: some(name) ?? Self.missing
        }
    }

    /// An id that no entity of the clinic has.
    private static let missing = "\(ID<Patient>(UUIDBytes(high: 0x7000, low: 0x8000_0000_0200_0000)))"

    private mutating func some(_ name: String) -> String? {
        guard let values = known[name], !values.isEmpty else { return nil }
        return values[number(0...values.count - 1)]
    }

    /// One of 32 start times on four days, which are few, so that many requests are about the same time.
    private var start: Instant {
        mutating get {
            let first: Instant = "2026-11-24T08:00:00Z"
            return first.adding(days: Int64(number(0...3))).adding(minutes: 30 * Int64(number(0...7)))
        }
    }

    /// The date in UTC. At the times of day at which sequences run, it is the clinic's date or the date before it.
    private var today: String { String(now.rfc3339.prefix(10)) }
}

/// A text with placeholders in angle brackets, such as `{"patient_id":"<patient>"}`.
struct ValueTemplate {
    private let parts: [(literal: String, name: String?)]

    init(_ text: String) {
        var parts: [(literal: String, name: String?)] = []
        for piece in text.split(separator: ">", omittingEmptySubsequences: false) {
            let halves = piece.split(separator: "<", maxSplits: 1, omittingEmptySubsequences: false)
            parts.append((literal: String(halves[0]), name: halves.count == 2 ? String(halves[1]) : nil))
        }
        self.parts = parts
    }

    func filled(_ values: inout SequenceValues) -> String {
        var text = ""
        for part in parts {
            text += part.literal
            if let name = part.name { text += values.value(name) }
        }
        return text
    }
}
