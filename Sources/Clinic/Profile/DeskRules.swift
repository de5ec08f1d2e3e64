public import JSON

/// The clinic's rules for undoing steps of appointments, for overrides, and for bookings by patients and guardians.
public struct DeskRules: Hashable, Sendable {
    /// The number of minutes in which a doctor or a receptionist may undo their own last step of an appointment.
    public let undoMinutes: Int
    /// The roles that may break rules of booking with a reason.
    public let overrideRoles: [StaffRole]
    /// Whether a guardian may book, move, cancel and confirm appointments for a dependant.
    public let guardiansBook: Bool
    /// The maximum number of a patient's appointments to come. A patient with so many, or a guardian for the patient,
    /// cannot book another one.
    public let openBookings: Int
    /// The maximum number of appointments that may be booked by a patient, or a guardian for the patient, in one day.
    public let dailyBookings: Int

    public static let standard = DeskRules()

    public init(
        undoMinutes: Int = 15, overrideRoles: [StaffRole] = [.receptionist, .admin], guardiansBook: Bool = false,
        openBookings: Int = 10, dailyBookings: Int = 10
    ) {
        self.undoMinutes = undoMinutes
        self.overrideRoles = StaffRole.allCases.filter(overrideRoles.contains)
        self.guardiansBook = guardiansBook
        self.openBookings = openBookings
        self.dailyBookings = dailyBookings
    }
}

extension DeskRules {
    public static let codec = object(
        DeskRules.init(undoMinutes:overrideRoles:guardiansBook:openBookings:dailyBookings:),
        field(
            "undo_minutes", \.undoMinutes,
            .int(0...1440).described("For so many minutes a member of staff may undo their own last step of a visit."),
            default: standard.undoMinutes),
        field(
            "override_roles", \.overrideRoles,
            .array(.stringEnum, 0...StaffRole.allCases.count).described(
                "The roles that may break rules of booking with a reason (`override`)."),
            default: standard.overrideRoles),
        field(
            "guardians_book", \.guardiansBook,
            .bool.described(
                "Whether guardians may act for their dependants: book, sign forms and consents, send files and messages. They always read."
            ),
            default: standard.guardiansBook),
        field(
            "open_bookings", \.openBookings,
            .int(1...1000).described(
                "A patient books no more while this many of their appointments are to come. The staff may."),
            default: standard.openBookings),
        field(
            "daily_bookings", \.dailyBookings,
            .int(1...1000).described("A patient books at most this many appointments in one day. The staff may more."),
            default: standard.dailyBookings)
    ).described("The front desk's exceptions, and what patients may book by themselves.")
}
