public import JSON

/// A rule of booking that staff in a permitted role can break with a reason. The raw value is stored in events.
public enum BookingRule: String, Hashable, Sendable, CaseIterable {
    case past
    case outsideHours = "outside_hours"
    case doctorBusy = "doctor_busy"
    case hygienistBusy = "hygienist_busy"
    case chairBusy = "chair_busy"
    case held
    case groupFull = "group_full"
    case duration
    case severalServices = "several_services"
}

extension BookingRule {
    public static let codec = Codec<BookingRule>.stringEnum.described(
        """
        A rule of booking that an override broke: `past` (entered after it began), `outside_hours` (the clinic is closed \
        or the doctor is away), `doctor_busy`, `hygienist_busy` and `chair_busy` (somebody else has an appointment there at that time), `held` \
        (somebody else was about to book the time), `group_full` (more patients than the group may have), `duration` (other than the service's), `several_services` (in one visit).
        """
    ).named("BookingRule")
}
