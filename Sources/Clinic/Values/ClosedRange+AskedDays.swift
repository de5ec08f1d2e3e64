public import Endpoints
public import EventSourcing

extension ClosedRange where Bound == CivilDate {
    /// The days of a query, from the query's parameter `from` to its parameter `to`, both included.
    ///
    /// - Throws: 400 if the last day comes before the first one, or if the period has more than `most` days.
    public static func asked(
        from first: CivilDate, to last: CivilDate, atMost most: Int
    ) throws(Problem) -> ClosedRange<CivilDate> {
        guard first <= last else {
            throw .malformed(query: "to", code: "bad_range", detail: "must not come before from")
        }
        guard last <= first.adding(days: most - 1) else {
            throw .malformed(query: "to", code: "bad_range", detail: "at most \(most) days at once")
        }
        return first...last
    }
}
