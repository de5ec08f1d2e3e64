import EventSourcing
public import Identifiers
public import JSON

/// The one who treats the patient in a visit segment: the visit's doctor or the visit's hygienist.
public enum Provider: String, Hashable, Sendable, CaseIterable { case doctor, hygienist }

/// A part of a visit in which either the doctor or the hygienist treats. The one who does not treat is free to see
/// other patients.
public struct VisitSegment: Hashable, Sendable {
    public let provider: Provider
    public let minutes: Int

    public init(_ provider: Provider, minutes: Int) {
        self.provider = provider
        self.minutes = minutes
    }

    /// The maximum number of segments of a service.
    static let limit = 12
    /// The maximum length of a visit segment in minutes: 25 hours, the length of the longest day.
    private static let mostMinutes = 1500

    public static let codec = object(
        VisitSegment.checked(provider:minutes:),
        field("provider", \.provider, .stringEnum.described("The one who treats in this part of the visit.")),
        field("minutes", \.minutes, .int(5...mostMinutes).described("How long the part lasts: a multiple of five."))
    ).described("A part of a visit, in which the doctor or the hygienist treats.").named("VisitSegment")

    private static func checked(provider: Provider, minutes: Int) throws(CheckFailure) -> VisitSegment {
        guard minutes.isMultiple(of: DayFrame.atomMinutes) else {
            throw CheckFailure("bad_duration", "lasts a multiple of five minutes")
        }
        return VisitSegment(provider, minutes: minutes)
    }
}

/// The hygienist of a visit, and the parts in which the doctor or the hygienist treats.
public struct VisitSegments: Hashable, Sendable {
    public let hygienist: ID<StaffMember>
    /// The segments of the visit from its start to its end, without gaps.
    public let parts: [VisitSegment]

    public init(hygienist: ID<StaffMember>, parts: [VisitSegment]) {
        self.hygienist = hygienist
        self.parts = parts
    }

    /// The segments of a visit that ends after `minutes`. The segments after that time are cut off.
    func cut(to minutes: Int) -> VisitSegments { VisitSegments(hygienist: hygienist, parts: parts.cut(to: minutes)) }
}

extension [VisitSegment] {
    /// The length of all segments of a visit, in minutes.
    var minutes: Int { reduce(0) { $0 + $1.minutes } }

    /// The segments of the first `minutes` of a visit.
    func cut(to minutes: Int) -> [VisitSegment] {
        var rest = minutes
        var kept: [VisitSegment] = []
        for segment in self where rest > 0 {
            kept.append(VisitSegment(segment.provider, minutes: Swift.min(segment.minutes, rest)))
            rest -= segment.minutes
        }
        return kept
    }

    /// The segments of a visit that lasts `minutes` instead of the sum of its segments. If the visit is longer, the
    /// last segment becomes longer. If it is shorter, segments become shorter, the last one first, but none shorter
    /// than five minutes; segments that then lie after the end are cut off.
    func fitted(to minutes: Int) -> [VisitSegment] {
        var excess = self.minutes - minutes
        var fitted = self
        for index in indices.reversed() where excess != 0 {
            let length = Swift.max(DayFrame.atomMinutes, self[index].minutes - excess)
            excess -= self[index].minutes - length
            fitted[index] = VisitSegment(self[index].provider, minutes: length)
        }
        return fitted.cut(to: minutes)
    }

    /// The minutes of the visit in which a provider treats, counted from the visit's start. Consecutive segments of one
    /// provider are joined.
    func runs(of provider: Provider) -> [Range<Int>] {
        var runs: [Range<Int>] = []
        var start = 0
        for segment in self {
            let end = start + segment.minutes
            if segment.provider == provider {
                if let last = runs.last, last.upperBound == start {
                    runs[runs.count - 1] = last.lowerBound..<end
                } else {
                    runs.append(start..<end)
                }
            }
            start = end
        }
        return runs
    }
}

extension [VisitSegment] {
    /// The times in which a provider treats in a visit with the given segments.
    func times(of provider: Provider, in slot: Slot) -> [Slot] {
        runs(of: provider).compactMap { run in
            Slot(
                start: slot.start.adding(minutes: Int64(run.lowerBound)),
                end: slot.start.adding(minutes: Int64(run.upperBound)))
        }
    }
}

extension Place {
    /// The member of staff who treats as the doctor or as the hygienist of a visit; `nil` for the hygienist of a visit
    /// that has none.
    public func staff(as provider: Provider) -> ID<StaffMember>? {
        provider == .doctor ? doctor : segments?.hygienist
    }

    /// The doctor of a visit, and its hygienist if it has one.
    public var staff: [ID<StaffMember>] { [doctor] + (segments.map { [$0.hygienist] } ?? []) }

    /// The times in which the doctor or the hygienist treats in a visit. In a visit without segments, the doctor treats
    /// the whole time.
    public func times(of provider: Provider) -> [Slot] {
        guard let segments else { return provider == .doctor ? [slot] : [] }
        return segments.parts.times(of: provider, in: slot)
    }

    /// The times in which a member of staff treats in the visit, as its doctor or as its hygienist.
    public func times(of member: ID<StaffMember>) -> [Slot] {
        if member == doctor { return times(of: .doctor) }
        return member == segments?.hygienist ? times(of: .hygienist) : []
    }
}

extension Codec where Value == [VisitSegment] {
    static var visitSegments: Codec { .array(VisitSegment.codec, 1...VisitSegment.mostOfVisit) }

    /// The JSON member of an answer with the segments of an appointment or hold.
    static var shownSegments: Codec {
        visitSegments.described(
            """
            The parts in which the doctor or the hygienist treats, from its start to its end; absent if the doctor treats the \
            whole time.
            """)
    }
}

extension VisitSegment {
    /// The maximum number of segments of a visit with several services.
    static let mostOfVisit = limit * (BookedService.limit + 1)
}
