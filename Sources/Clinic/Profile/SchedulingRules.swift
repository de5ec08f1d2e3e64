public import JSON

/// The rules by which appointments are booked and cancelled.
public struct SchedulingRules: Hashable, Sendable {
    /// The number of minutes of which the start and the duration of every appointment are multiples.
    public let atomMinutes: Int
    /// The grid of the starts that patients are offered: each start is a multiple of this number of minutes after
    /// midnight.
    public let offerMinutes: Int
    /// The minimum number of minutes from a patient's booking to the start of the appointment.
    public let minimumNoticeMinutes: Int
    /// The maximum number of days ahead that a patient can book.
    public let horizonDays: Int
    /// The number of minutes for which a hold keeps a free time for a patient.
    public let holdMinutes: Int
    /// The number of hours before an appointment's start until which its patient can cancel or move it. The limit does
    /// not apply while the clinic has not approved the appointment.
    public let cancellationNoticeHours: Int
    /// The number of minutes after an appointment's start from which a missing patient can be marked as a no-show.
    public let noShowAfterMinutes: Int
    /// Whether the clinic must approve each booking by a patient.
    public let approvesPatientBookings: Bool
    /// The clinic's own rules for the front desk; `nil` if the standard ones apply.
    public let deskSet: DeskRules?
    public var desk: DeskRules { deskSet ?? .standard }
    /// Whether admins who are doctors too may do in their admin's session what only doctors may do; `nil` if not.
    public let adminsTreat: Bool?

    public static let standard = SchedulingRules(
        offerMinutes: 15, minimumNoticeMinutes: 120, horizonDays: 90, holdMinutes: 5, cancellationNoticeHours: 48,
        noShowAfterMinutes: 15)

    public init(
        atomMinutes: Int = DayHours.atom, offerMinutes: Int, minimumNoticeMinutes: Int, horizonDays: Int,
        holdMinutes: Int, cancellationNoticeHours: Int, noShowAfterMinutes: Int, approvesPatientBookings: Bool = false,
        deskSet: DeskRules? = nil, adminsTreat: Bool? = nil
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
        self.adminsTreat = adminsTreat
    }
}

extension SchedulingRules {
    public static let codec = object(
        SchedulingRules.init(
            atomMinutes:offerMinutes:minimumNoticeMinutes:horizonDays:holdMinutes:cancellationNoticeHours:
            noShowAfterMinutes:approvesPatientBookings:deskSet:adminsTreat:),
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
                """)),
        optionalField(
            "admins_treat", \.adminsTreat,
            .bool.described(
                """
                Whether an admin who is a doctor of the clinic too may do as an admin what only doctors may do, such as \
                prescribing; absent: no.
                """))
    ).described("The rules by which appointments are made.")
}
