public import Endpoints

/// The table that assigns endpoints to areas of the mobile app.
///
/// An endpoint's tag determines its area; exceptions are listed by id. A test checks that the table has every tag, so
/// the author of a new feature must choose its area.
public enum AppAreas {
    /// The areas of endpoints for patients and for staff. An area is `nil` if clinics cannot close these endpoints:
    /// they are for the account's own data, for data that the app shows to everybody, or are not used by the app.
    private struct Areas {
        var patients: AppArea?
        var staff: AppArea?

        static let neverClosed = Areas()
    }

    private static let byTag: [String: Areas] = [
        "Identity": .neverClosed, "Tablets": .neverClosed, "Clinic": .neverClosed, "Services": .neverClosed,
        "Chairs": .neverClosed, "Staff": .neverClosed, "Audit": .neverClosed, "Status": .neverClosed,
        "Accounts": Areas(staff: .patients),
        "Patients": Areas(staff: .patients),
        "Guardians": Areas(staff: .patients),
        "Confidentiality": Areas(staff: .patients),
        "Availability": Areas(patients: .booking, staff: .appointments),
        "Appointments": Areas(patients: .appointments, staff: .appointments),
        "Billing": Areas(patients: .billing, staff: .finance),
        "Dashboard": Areas(staff: .statistics),
    ]

    /// Endpoints whose area differs from their tag's.
    private static let byID: [String: Areas] = [
        // Booking is a separate area from seeing and cancelling appointments.
        "bookAppointment": Areas(patients: .booking, staff: .appointments),
        "rescheduleAppointment": Areas(patients: .booking, staff: .appointments),
        "getDoctorSchedule": Areas(staff: .schedule),
        "getReceptionQueue": Areas(staff: .schedule),
        // The tag `Accounts` is in the area `patients`, but this endpoint grants logins to staff.
        "giveStaffAccount": .neverClosed,
    ]

    /// The area of an endpoint for a role; `nil` if the role may not call the endpoint, or if the endpoint is in no
    /// area that can be closed.
    public static func area(of operation: Operation, for role: Role) -> AppArea? {
        guard operation.roles.contains(role), let areas = byID[operation.id] ?? byTag[operation.tag] else { return nil }
        return role == .patient ? areas.patients : areas.staff
    }

    /// Whether the table of areas lists a tag.
    public static func knows(tag: String) -> Bool { byTag[tag] != nil }
    package static var namedOperations: Set<String> { Set(byID.keys) }
}
