public import EventSourcing
public import JSON

/// The hours of each day in which a person gets no notifications, by the clinic's wall clock.
public struct QuietHours: Hashable, Sendable {
    public let start: LocalTime
    /// The end of the quiet hours (exclusive). An end that is not after the start is a time of the next day.
    public let end: LocalTime
    /// The kinds of notifications that are delivered in quiet hours too.
    public let exempt: [NotificationType]

    public init(start: LocalTime, end: LocalTime, exempt: [NotificationType] = []) {
        self.start = start
        self.end = end
        self.exempt = exempt
    }

    /// The end of the quiet hours that contain an instant; `nil` if a notification of this kind may be delivered at
    /// that instant.
    public func end(for type: NotificationType, at now: Instant, _ zone: ClinicZone) -> Instant? {
        guard !exempt.contains(type) else { return nil }
        let local = zone.local(now)
        let endsToday: Bool
        if start < end {
            guard start <= local.time, local.time < end else { return nil }
            endsToday = true
        } else {
            guard start <= local.time || local.time < end else { return nil }
            endsToday = local.time < end
        }
        let until = zone.firstInstant(endsToday ? local.date : local.date.adding(days: 1), end)
        // When the clocks are set back, the end of the quiet hours can occur twice on a day. Then the quiet hours end
        // at the first of the two instants.
        return until > now ? until : nil
    }

    public static let codec = object(
        QuietHours.init(start:end:exempt:),
        field("start", \.start, .localTime.described("When the quiet hours begin, by the clinic's wall clock.")),
        field(
            "end", \.end,
            .localTime.described(
                """
                When the quiet hours end (exclusive), by the clinic's wall clock. If `end` is not after `start`, it is \
                on the next day.
                """
            )),
        field(
            "exempt", \.exempt,
            .array(NotificationType.codec, 0...8).described(
                "The kinds of notifications that are delivered in quiet hours too."),
            default: [])
    ).described("The hours of each day in which a person gets no notifications.").named("QuietHours")
}
