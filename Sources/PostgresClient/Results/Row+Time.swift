public import SQL

extension Row {
    /// Reads a column of the type `timestamptz` (or `timestamp`, read as UTC).
    public func timestamp(_ column: Int) throws(PostgresError) -> Timestamp { try required(column, Self.timestamp) }
    public func optionalTimestamp(_ column: Int) throws(PostgresError) -> Timestamp? {
        try optional(column, Self.timestamp)
    }

    /// Reads a column of the type `date`.
    public func day(_ column: Int) throws(PostgresError) -> CalendarDay { try required(column, Self.day) }
    public func optionalDay(_ column: Int) throws(PostgresError) -> CalendarDay? { try optional(column, Self.day) }

    static func timestamp(_ type: ResultColumnType, _ bytes: RawSpan) -> Timestamp? {
        guard type == .timestamptz || type == .timestamp, let wire = bytes.bigEndian(Int64.self) else { return nil }
        return Timestamp(microsecondsSince1970: Epoch.microsecondsSince1970(wire: wire))
    }

    static func day(_ type: ResultColumnType, _ bytes: RawSpan) -> CalendarDay? {
        guard type == .date, let wire = bytes.bigEndian(Int32.self) else { return nil }
        return CalendarDay(daysSince1970: Epoch.daysSince1970(wire: wire))
    }
}
