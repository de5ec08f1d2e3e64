public import JSON

/// The version of a catalogue, such as `2026.1`: a year, and the number of the catalogue among those of the year.
public struct CatalogueVersion: Hashable, Comparable, Sendable {
    public let year: Int
    public let edition: Int

    /// Reads the version of a catalogue, such as `2026.1`; `nil` for a text of another form.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == 4, (1...3).contains(parts[1].utf8.count),
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }),
            let year = Int(parts[0]), let edition = Int(parts[1]), edition > 0
        else { return nil }
        self.year = year
        self.edition = edition
    }

    public static func < (left: CatalogueVersion, right: CatalogueVersion) -> Bool {
        (left.year, left.edition) < (right.year, right.edition)
    }

    public static let codec = Codec<String>.string(
        min: 6, max: 8, pattern: "^[0-9]{4}[.][0-9]{1,3}$", detail: "must be a year and a number, such as 2026.1",
        check: { CatalogueVersion($0) != nil }
    ).checked(
        code: "bad_format", detail: "must be a year and a number, such as 2026.1", { CatalogueVersion($0) },
        { $0.description })
}

extension CatalogueVersion: CustomStringConvertible {
    public var description: String { "\(year).\(edition)" }
}
