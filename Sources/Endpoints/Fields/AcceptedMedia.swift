/// The media types that a client accepts according to `Accept` (RFC 9110 §12.5.1), for an answer that exists in
/// several media types.
public struct AcceptedMedia: Sendable {
    private struct Range {
        let type: String
        /// The client's preference (`q`) for a range of media types, in thousandths.
        let weight: Int
    }

    private let ranges: [Range]

    /// Reads the value of `Accept`.
    ///
    /// - Parameter field: the value; `nil` if the client sent no `Accept` and so accepts every media type.
    public init(_ field: String?) {
        ranges = (field ?? "*/*").split(separator: ",").map { member in
            let parts = member.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.map {
                AcceptedMedia.thousandths($0.dropFirst(2))
            }
            return Range(type: parts.first ?? "", weight: weight ?? 1_000)
        }
    }

    /// Whether the client prefers a media type to another one; `false` if both have the same weight.
    public func prefers(_ mediaType: String, to other: String) -> Bool { weight(mediaType) > weight(other) }

    /// The weight that `Accept` gives to a media type: that of the most specific range that contains it; 0 if none
    /// does.
    private func weight(_ mediaType: String) -> Int {
        let family = mediaType.prefix { $0 != "/" } + "/*"
        for type in [mediaType, String(family), "*/*"] {
            if let range = ranges.first(where: { $0.type == type }) { return range.weight }
        }
        return 0
    }

    /// Reads the weight (`q`) of a media range in thousandths: `0.8` is 800. A malformed weight is read as 1.
    private static func thousandths(_ text: Substring) -> Int {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.first == "0", parts.count <= 2 else { return 1_000 }
        let digits = parts.count == 2 ? parts[1].prefix(3) : ""
        return Int(digits + String(repeating: "0", count: 3 - digits.count)) ?? 1_000
    }
}
