/// A compiled time zone file that a test creates (RFC 9636).
public struct MadeZone {
    public var version = UInt8(ascii: "2")
    /// Transitions in seconds since 1970, each with the index of the offset that applies from then on.
    public var transitions: [(at: Int64, type: UInt8)] = []
    /// The zone's offsets of local time, in seconds ahead of UTC.
    public var offsets: [Int32] = [0]
    public var footer = "UTC0"

    public init() {}

    /// A zone that is `hours` ahead of UTC from the second `since` on, and `before` hours ahead until then.
    public static func hours(_ hours: Int32, since: Int64, before: Int32) -> MadeZone {
        var zone = MadeZone()
        zone.offsets = [before * 3600, hours * 3600]
        zone.transitions = [(at: since, type: 1)]
        zone.footer = "<+00>\(-hours)"
        return zone
    }

    public var bytes: [UInt8] {
        let wide = version >= UInt8(ascii: "2")
        var bytes = header + block(timeBytes: 4)
        if wide { bytes += header + block(timeBytes: 8) + Array("\n\(footer)\n".utf8) }
        return bytes
    }

    private var header: [UInt8] {
        var header = Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
        for count in [0, 0, 0, transitions.count, offsets.count, 4] { header += big(Int64(count), 4) }
        return header
    }

    private func block(timeBytes: Int) -> [UInt8] {
        var block: [UInt8] = []
        for transition in transitions { block += big(transition.at, timeBytes) }
        block += transitions.map(\.type)
        for offset in offsets { block += big(Int64(offset), 4) + [0, 0] }
        return block + Array("LMT\0".utf8)
    }

    private func big(_ value: Int64, _ count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> Int64($0 * 8)) }
    }
}
