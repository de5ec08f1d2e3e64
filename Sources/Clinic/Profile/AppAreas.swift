public import Endpoints

/// The table that assigns endpoints to areas of the mobile app.
///
/// An endpoint's OpenAPI tag determines its area; exceptions are listed by the endpoint's id. A test checks that the
/// table has every OpenAPI tag, so the author of a new feature must choose its area.
public enum AppAreas {
    /// The areas of an endpoint for patients and for staff. The area of patients or of staff is `nil` if they may not
    /// call the endpoint, or if clinics cannot close it. Clinics cannot close three kinds of endpoints: those for an
    /// account's own data, those for data that everybody sees, and those that the app does not use.
    private struct Areas {
        var patients: AppArea?
        var staff: AppArea?

        static let neverClosed = Areas()
    }

    private static let byTag: [String: Areas] = [
        "Identity": .neverClosed, "Tablets": .neverClosed, "Clinic": .neverClosed, "Services": .neverClosed,
        "Chairs": .neverClosed, "Staff": .neverClosed, "Audit": .neverClosed, "Status": .neverClosed,
        "Catalogue": .neverClosed, "Vault": .neverClosed, "Notifications": .neverClosed, "Pairing": .neverClosed,
        "Health": .neverClosed, "Webhooks": .neverClosed,
        "Accounts": Areas(staff: .patients),
        "Patients": Areas(staff: .patients),
        "Guardians": Areas(staff: .patients),
        "Confidentiality": Areas(staff: .patients),
        "Availability": Areas(patients: .booking, staff: .appointments),
        "Appointments": Areas(patients: .appointments, staff: .appointments),
        "Recalls": Areas(staff: .appointments),
        "Recovery": Areas(patients: .records, staff: .patients),
        "Files": Areas(patients: .records, staff: .patients),
        "Treatment plans": Areas(patients: .records, staff: .patients),
        "Dental charts": Areas(staff: .patients),
        "Chart": Areas(patients: .records, staff: .patients),
        "Forms": Areas(patients: .records, staff: .patients),
        "Prescriptions": Areas(patients: .records, staff: .patients),
        "Messages": Areas(patients: .chat, staff: .chat),
        "Batches": .neverClosed,
        "Billing": Areas(patients: .billing, staff: .finance),
        "Dashboard": Areas(staff: .statistics),
    ]

    /// The endpoints, by id, whose area differs from the area of their OpenAPI tag.
    private static let byID: [String: Areas] = [
        // For patients, booking and moving appointments belongs to another area than seeing and cancelling them. For
        // staff, all of this is one area.
        "bookAppointment": Areas(patients: .booking, staff: .appointments),
        "rescheduleAppointment": Areas(patients: .booking, staff: .appointments),
        "getDoctorSchedule": Areas(staff: .schedule),
        "getReceptionQueue": Areas(staff: .schedule),
        // Endpoints with the OpenAPI tag `Accounts` are in the area `patients`. This one has the tag too, but it has
        // nothing to do with patients: it grants logins to staff.
        "giveStaffAccount": .neverClosed,
        // A link to a PDF file belongs to the area of the file's own endpoint, which is checked for each link.
        "linkDocument": .neverClosed,
    ]

    /// The area of an endpoint for a role; `nil` if the role may not call the endpoint, or if the endpoint is in no
    /// area that can be closed.
    public static func area(of operation: Operation, for role: Role) -> AppArea? {
        guard operation.roles.contains(role), let areas = byID[operation.id] ?? byTag[operation.tag] else { return nil }
        return switch role {
        case .patient: areas.patients
        case .doctor, .admin, .receptionist: areas.staff
        // The caller is a person without a clinic. Only a clinic can close an area of the app.
        case .person: nil
        }
    }

    /// Whether the table of areas of the mobile app lists this OpenAPI tag.
    public static func knows(tag: String) -> Bool { byTag[tag] != nil }
    package static var namedOperations: Set<String> { Set(byID.keys) }
}
