public import JSON

/// The rules by which appointments are booked and cancelled.
public struct SchedulingRules: Hashable, Sendable {
    /// The start and the duration of an appointment are multiples of this many minutes.
    public let atomMinutes: Int
    /// Offered starts are multiples of this many minutes after midnight.
    public let offerMinutes: Int
    /// A patient books at least this many minutes ahead.
    public let minimumNoticeMinutes: Int
    /// A patient books at most this many days ahead.
    public let horizonDays: Int
    /// An offered slot is held for this many minutes while a patient confirms.
    public let holdMinutes: Int
    /// A patient can cancel only if more than this many hours are left.
    public let cancellationNoticeHours: Int
    /// The number of minutes after an appointment's start from which a missing patient can be marked as a no-show.
    public let noShowAfterMinutes: Int
    /// Whether the clinic must approve each booking by a patient.
    public let approvesPatientBookings: Bool
    /// The front desk's exceptions, as they were set; `nil` for the standard.
    public let deskSet: DeskRules?
    public var desk: DeskRules { deskSet ?? .standard }

    public static let standard = SchedulingRules(
        offerMinutes: 15, minimumNoticeMinutes: 120, horizonDays: 90, holdMinutes: 5, cancellationNoticeHours: 48,
        noShowAfterMinutes: 15)

    public init(
        atomMinutes: Int = DayHours.atom, offerMinutes: Int, minimumNoticeMinutes: Int, horizonDays: Int,
        holdMinutes: Int, cancellationNoticeHours: Int, noShowAfterMinutes: Int, approvesPatientBookings: Bool = false,
        deskSet: DeskRules? = nil
    ) {
        self.atomMinutes = atomMinutes
        self.offerMinutes = offerMinutes
        self.minimumNoticeMinutes = minimumNoticeMinutes
        self.horizonDays = horizonDays
        self.holdMinutes = holdMinutes
        self.cancellationNoticeHours = cancellationNoticeHours
        self.noShowAfterMinutes = noShowAfterMinutes
        self.approvesPatientBookings = approvesPatientBookings
        self.deskSet = deskSet
    }
}

extension SchedulingRules {
    public static let codec = object(
        SchedulingRules.init(
            atomMinutes:offerMinutes:minimumNoticeMinutes:horizonDays:holdMinutes:cancellationNoticeHours:
            noShowAfterMinutes:approvesPatientBookings:deskSet:),
        field(
            "atom_minutes", \.atomMinutes,
            .int.only(DayHours.atom).described("Appointments begin and last in multiples of this many minutes.")),
        field(
            "offer_minutes", \.offerMinutes,
            .int.only(5, 10, 15, 20, 30, 60).described(
                "Free times are offered at multiples of this many minutes after midnight.")),
        field(
            "minimum_notice_minutes", \.minimumNoticeMinutes,
            .int(0...10_080).described("A patient books at least this many minutes ahead.")),
        field("horizon_days", \.horizonDays, .int(1...730).described("A patient books at most this many days ahead.")),
        field("hold_minutes", \.holdMinutes, .int(1...30).described("A hold keeps a free time for this many minutes.")),
        field(
            "cancellation_notice_hours", \.cancellationNoticeHours,
            .int(0...336).described(
                "A patient may cancel or move an appointment while it begins in more than this many hours.")),
        field(
            "no_show_after_minutes", \.noShowAfterMinutes,
            .int(0...240).described(
                "A patient may be marked as not having come from this many minutes after the start.")),
        field(
            "approves_patient_bookings", \.approvesPatientBookings,
            .bool.described("Whether what a patient books is a request until the clinic approves it."), default: false),
        optionalField(
            "desk", \.deskSet,
            DeskRules.codec.described(
                """
                The front desk's exceptions, and what patients may book by themselves; absent: 15 minutes to undo, overrides by \
                receptionists and admins, no bookings by guardians, 10 open and 10 daily bookings.
                """))
    ).described("The rules by which appointments are made.")
}
