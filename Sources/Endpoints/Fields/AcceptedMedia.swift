/// The meaning of `Accept` (RFC 9110 §12.5.1) for an answer that exists in several media types.
public struct AcceptedMedia: Sendable {
    private struct Range {
        let type: String
        /// In thousandths.
        let weight: Int
    }

    private let ranges: [Range]

    /// - Parameter field: `nil` if the client sent none, which accepts everything.
    public init(_ field: String?) {
        ranges = (field ?? "*/*").split(separator: ",").map { member in
            let parts = member.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map {
                AcceptedMedia.thousandths($0.dropFirst(2))
            }
            return Range(type: parts.first ?? "", weight: weight ?? 1_000)
        }
    }

    /// Whether the client prefers a media type to another one; if it likes both the same, it does not.
    public func prefers(_ mediaType: String, to other: String) -> Bool { weight(mediaType) > weight(other) }

    /// That of the most specific range.
    private func weight(_ mediaType: String) -> Int {
        let family = mediaType.prefix { $0 != "/" } + "/*"
        for type in [mediaType, String(family), "*/*"] {
            if let range = ranges.first(where: { $0.type == type }) { return range.weight }
        }
        return 0
    }

    /// `0.8` is 800. A weight that cannot be read counts as 1.
    private static func thousandths(_ text: Substring) -> Int {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.first == "0", parts.count <= 2 else { return 1_000 }
        let digits = parts.count == 2 ? parts[1].prefix(3) : ""
        return Int(digits + String(repeating: "0", count: 3 - digits.count)) ?? 1_000
    }
}
