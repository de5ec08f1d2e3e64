/// Metrics in the form that Prometheus reads (text exposition format 0.0.4).
public struct Exposition {
    public static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    public enum Kind: String, Sendable {
        case counter, gauge, histogram
    }

    public enum Unit: Sendable {
        /// The metric's values are recorded in nanoseconds and shown in seconds.
        case seconds
        case plain
    }

    public typealias Label = (name: StaticString, value: String)

    public private(set) var bytes: [UInt8] = []
    private var family = ""

    public init() { bytes.reserveCapacity(64 * 1024) }

    /// Begins a metric. The samples added after this call belong to it.
    public mutating func begin(_ name: StaticString, _ kind: Kind, _ help: StaticString) {
        family = "\(name)"
        add("# HELP \(family) \(help)\n# TYPE \(family) \(kind.rawValue)\n")
    }

    public mutating func sample(_ value: UInt64, _ labels: [Label] = []) { line("", labels, "\(value)") }

    public mutating func sample(_ value: Int, _ labels: [Label] = []) { line("", labels, "\(value)") }

    public mutating func sample(seconds: Double) { line("", [], "\(seconds)") }

    public mutating func sample(_ histogram: Histogram, _ unit: Unit, _ labels: [Label] = []) {
        for bucket in 0..<Histogram.bounded {
            let bound = Exposition.text(histogram.bound(bucket), unit)
            line("_bucket", labels + [("le", bound)], "\(histogram.cumulative(bucket))")
        }
        let count = "\(histogram.count)"
        line("_bucket", labels + [("le", "+Inf")], count)
        line("_sum", labels, Exposition.text(histogram.sum, unit))
        line("_count", labels, count)
    }

    private mutating func line(_ suffix: StaticString, _ labels: [Label], _ value: String) {
        add("\(family)\(suffix)")
        if !labels.isEmpty {
            add("{")
            for (index, label) in labels.enumerated() {
                add(index == 0 ? "\(label.name)=\"" : ",\(label.name)=\"")
                addEscaped(label.value)
                add("\"")
            }
            add("}")
        }
        add(" \(value)\n")
    }

    private mutating func add(_ text: String) { bytes.append(contentsOf: text.utf8) }

    private mutating func addEscaped(_ text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\\"), UInt8(ascii: "\""): bytes += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "\n"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
            case _: bytes.append(byte)
            }
        }
    }

    /// A metric's value as text. Nanoseconds are written as seconds without rounding.
    private static func text(_ value: UInt64, _ unit: Unit) -> String {
        guard case .seconds = unit else { return "\(value)" }
        let (whole, part) = value.quotientAndRemainder(dividingBy: 1_000_000_000)
        guard part > 0 else { return "\(whole)" }
        var digits = "\(part)"
        digits = String(repeating: "0", count: 9 - digits.count) + digits
        while digits.last == "0" { digits.removeLast() }
        return "\(whole).\(digits)"
    }
}
