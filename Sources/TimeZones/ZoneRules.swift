/// The rules of all time zones, from one release of the IANA time zone database.
public struct ZoneRules: Sendable {
    /// The name of the release of the time zone database, such as `2025b`; empty if the database does not name its
    /// release.
    public let release: String
    private let zones: [String: Zone]

    public init(release: String, zones: [String: Zone]) {
        self.release = release
        self.zones = zones
    }

    /// Rules for UTC only, for which no time zone database is needed.
    public static let onlyUTC = ZoneRules(release: "", zones: [:])

    /// The rules of the time zone with a name.
    ///
    /// - Parameter name: `UTC`, or a place like `Europe/Berlin`.
    /// - Returns: `nil` for a name that the database does not have, and for abbreviations, which are no places.
    public subscript(_ name: String) -> Zone? {
        if name == "UTC" { return .utc }
        return ZoneRules.isPlace(name) ? zones[name] : nil
    }

    /// The names of all time zones but `UTC`, in no particular order.
    public var names: some Collection<String> { zones.keys }

    /// Whether a time zone's name consists of an area and a place, and is safe as a path.
    public static func isPlace(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return name.utf8.count <= 64 && parts.count >= 2
            && parts.allSatisfy { part in
                part.first.map { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ".") } ?? false
                    && part.allSatisfy(\.isPartOfZoneName)
            }
    }

    /// A copy of these time zone rules that also has the rules of `older` for the zones that only `older` has.
    public func completed(by older: ZoneRules) -> ZoneRules {
        ZoneRules(release: release, zones: zones.merging(older.zones) { new, _ in new })
    }
}

extension UInt8 {
    fileprivate var isPartOfZoneName: Bool {
        switch self {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"):
            true
        default: false
        }
    }
}
