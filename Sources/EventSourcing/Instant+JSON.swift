public import JSON

extension Codec where Value == Instant {
    /// A codec for an instant: `2026-11-23T09:00:00Z`. Other offsets are read and converted to UTC (RFC 3339 §5.6).
    public static var rfc3339: Codec {
        .ascii(
            Schema(.string).with { $0.format = "date-time" }, detail: "must be an RFC 3339 date-time",
            read: { Instant(rfc3339: $0) }, append: { $1 += $0.rfc3339Bytes }
        ).inAcceptedYears { AcceptedYears.instants.contains($0) }
    }
}
