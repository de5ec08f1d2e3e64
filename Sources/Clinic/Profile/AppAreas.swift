public import Endpoints

/// Which area of the mobile app each endpoint belongs to.
///
/// It follows from the endpoint's tag; the few that differ from their tag are named. A test walks all endpoints: each tag
/// stands here, so a new feature says which area it is.
public enum AppAreas {
    /// The area of a tag for patients, and for those who work in the clinic; `nil` where it is never closed: what is the
    /// account's own, what the app shows to everybody, and what belongs to no area.
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

    /// Those that differ from their tag.
    private static let byID: [String: Areas] = [
        // Taking a time, which is more than seeing and cancelling one's appointments.
        "bookAppointment": Areas(patients: .booking, staff: .appointments),
        "rescheduleAppointment": Areas(patients: .booking, staff: .appointments),
        "getDoctorSchedule": Areas(staff: .schedule),
        "getReceptionQueue": Areas(staff: .schedule),
        // An account of a member of staff is no patient.
        "giveStaffAccount": .neverClosed,
    ]

    /// The area that an endpoint belongs to for a role; `nil` where the role may not call it anyway, or it is never closed.
    public static func area(of operation: Operation, for role: Role) -> AppArea? {
        guard operation.roles.contains(role), let areas = byID[operation.id] ?? byTag[operation.tag] else { return nil }
        return role == .patient ? areas.patients : areas.staff
    }

    /// Whether it is said of a tag what area it is.
    public static func knows(tag: String) -> Bool { byTag[tag] != nil }
    package static var namedOperations: Set<String> { Set(byID.keys) }
}
