import EventSourcing
public import JSON

/// The minutes in which the chair is taken before and after each visit for a service, to prepare and to clean it. The
/// doctor and the patient are free in this time.
public struct ChairBuffers: Hashable, Sendable {
    public let minutesBefore: Int
    public let minutesAfter: Int

    public init(minutesBefore: Int, minutesAfter: Int) {
        self.minutesBefore = minutesBefore
        self.minutesAfter = minutesAfter
    }

    /// The maximum of each buffer of a chair in minutes. The double-booking guard in the database relies on it.
    static let limit = 120

    public static let codec = object(
        ChairBuffers.checked(minutesBefore:minutesAfter:),
        field(
            "minutes_before", \.minutesBefore,
            .int(0...limit).described("How long before the visit the chair is taken, in minutes: a multiple of five.")),
        field(
            "minutes_after", \.minutesAfter,
            .int(0...limit).described("How long after the visit the chair is taken, in minutes: a multiple of five."))
    ).described("How long the chair is taken before and after a visit. Doctor and patient are free in this time.")
        .named("ChairBuffers")

    private static func checked(minutesBefore: Int, minutesAfter: Int) throws(CheckFailure) -> ChairBuffers {
        guard minutesBefore.isMultiple(of: DayHours.atom), minutesAfter.isMultiple(of: DayHours.atom) else {
            throw CheckFailure("bad_duration", "lasts a multiple of five minutes")
        }
        return ChairBuffers(minutesBefore: minutesBefore, minutesAfter: minutesAfter)
    }

    /// The time in which the chair is taken for a visit in `slot`: the slot with its buffers.
    func around(_ slot: Slot) -> Slot {
        let start = slot.start.adding(minutes: -Int64(minutesBefore))
        return Slot(start: start, end: slot.end.adding(minutes: Int64(minutesAfter))) ?? slot
    }

    /// A copy of a visit's buffers without the buffer before the visit; `nil` if there is no buffer after it.
    var withoutTimeBefore: ChairBuffers? {
        minutesAfter > 0 ? ChairBuffers(minutesBefore: 0, minutesAfter: minutesAfter) : nil
    }

    /// The buffers of a visit with several services: the longest buffer of any of them before the visit, and the
    /// longest after it. `nil` if none of the services has buffers.
    static func longest(of services: [Service]) -> ChairBuffers? {
        let all = services.compactMap(\.details.buffers)
        guard let before = all.map(\.minutesBefore).max(), let after = all.map(\.minutesAfter).max(),
            before + after > 0
        else { return nil }
        return ChairBuffers(minutesBefore: before, minutesAfter: after)
    }
}

extension Codec where Value == ChairBuffers {
    static var buffers: Codec {
        ChairBuffers.codec.described(
            "How long the chair is taken before and after a visit, to prepare and to clean it; absent: not at all.")
    }
}
