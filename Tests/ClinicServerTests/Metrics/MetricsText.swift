import Foundation

/// A page in Prometheus' text format 0.0.4. The parser is strict: any deviation from the format is in `faults`.
struct MetricsText {
    struct Sample {
        let name: String
        let labels: [String: String]
        let value: Double
    }

    struct Family {
        let name: String
        let kind: String
        var samples: [Sample] = []
    }

    private(set) var families: [Family] = []
    private(set) var faults: [String] = []
    let text: String

    init(_ bytes: [UInt8]) {
        text = String(decoding: bytes, as: UTF8.self)
        if !text.hasSuffix("\n") || text.utf8.count != bytes.count { faults.append("not lines of UTF-8") }
        var help: Substring?
        for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
            let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
            if line.hasPrefix("# HELP "), words.count == 4, !words[3].isEmpty {
                help = words[2]
            } else if line.hasPrefix("# TYPE "), words.count == 4, help == words[2] {
                begin(Family(name: String(words[2]), kind: String(words[3])))
                help = nil
            } else if help == nil, let sample = MetricsText.sample(line) {
                add(sample)
            } else {
                faults.append("\(line)")
            }
        }
        for family in families { check(family) }
    }

    private mutating func begin(_ family: Family) {
        if families.contains(where: { $0.name == family.name }) { faults.append("\(family.name) again") }
        if family.name.wholeMatch(of: /[a-z][a-z0-9_]*/) == nil { faults.append(family.name) }
        if !["counter", "gauge", "histogram"].contains(family.kind) { faults.append(family.kind) }
        families.append(family)
    }

    private mutating func add(_ sample: Sample) {
        guard let family = families.last else { return faults.append("\(sample.name) before all") }
        let names = family.kind == "histogram" ? ["_bucket", "_sum", "_count"].map { family.name + $0 } : [family.name]
        if !names.contains(sample.name) { faults.append("\(sample.name) below \(family.name)") }
        families[families.count - 1].samples.append(sample)
    }

    private static func sample(_ line: Substring) -> Sample? {
        guard let match = line.wholeMatch(of: /([a-z_0-9]+)(?:\{(.*)\})? ([^ ]+)/) else { return nil }
        var labels: [String: String] = [:]
        if var rest = match.2 {
            while !rest.isEmpty {
                guard let label = rest.prefixMatch(of: /([a-z_]+)="((?:[^"\\]|\\["\\n])*)"(,|$)/) else { return nil }
                guard labels.updateValue(String(label.2), forKey: String(label.1)) == nil else { return nil }
                rest = rest[label.range.upperBound...]
            }
        }
        guard let value = Double(match.3) else { return nil }
        return Sample(name: String(match.1), labels: labels, value: value)
    }

    private mutating func check(_ family: Family) {
        let keys = family.samples.map { "\($0.name) \($0.labels.sorted { $0.key < $1.key })" }
        if Set(keys).count != keys.count { faults.append("\(family.name) tells something twice") }
        if family.kind == "counter", !family.name.hasSuffix("_total") { faults.append("\(family.name) is a counter") }
        if family.samples.contains(where: { $0.value < 0 }) { faults.append("\(family.name) is negative") }
        guard family.kind == "histogram" else { return }
        for (labels, samples) in Dictionary(grouping: family.samples, by: { $0.labels.filter { $0.key != "le" } }) {
            let buckets = samples.filter { $0.name.hasSuffix("_bucket") }
            let bounds = buckets.map { $0.labels["le"] == "+Inf" ? .infinity : Double($0.labels["le"] ?? "") ?? .nan }
            let count = samples.first { $0.name.hasSuffix("_count") }?.value
            let sum = samples.first { $0.name.hasSuffix("_sum") }?.value
            if bounds != bounds.sorted() || bounds.last != .infinity
                || buckets.map(\.value) != buckets.map(\.value).sorted() || buckets.last?.value != count || sum == nil
                || (count == 0) != (sum == 0)
            {
                faults.append("\(family.name) \(labels) does not add up")
            }
        }
    }

    /// The names of all metrics and samples on a metrics page.
    var names: Set<String> { Set(families.flatMap { [$0.name] + $0.samples.map(\.name) }) }

    func samples(_ name: String) -> [Sample] { families.flatMap(\.samples).filter { $0.name == name } }

    /// The sum of all samples with the given name and labels; `nil` if there are no such samples.
    func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
        let fitting = samples(name).filter { sample in labels.allSatisfy { sample.labels[$0.key] == $0.value } }
        return fitting.isEmpty ? nil : fitting.reduce(0) { $0 + $1.value }
    }
}
