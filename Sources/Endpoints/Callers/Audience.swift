/// The roles that may call an endpoint, as a type, so that the access check and the handler's caller cannot disagree.
public protocol Audience: Sendable {
    static var roles: [Role] { get }
}

/// An audience without patients: its callers have a staff id.
public protocol StaffAudience: Audience {}

/// The audience of every caller with a session, with a clinic or without. They reach only their account's own data.
public enum SignedIn: Audience {
    public static let roles = Role.allCases
}

/// The audience of every caller with a session for a clinic.
public enum Anyone: Audience {
    public static let roles: [Role] = [.patient, .doctor, .admin, .receptionist]
}

/// The audience of patients.
public enum PatientOnly: Audience {
    public static let roles: [Role] = [.patient]
}

public enum DoctorOnly: StaffAudience {
    public static let roles: [Role] = [.doctor]
}

/// The roles that see clinical records: doctors and admins.
public enum Clinical: StaffAudience {
    public static let roles: [Role] = [.doctor, .admin]
}

/// The roles that work at reception: receptionists and admins.
public enum FrontDesk: StaffAudience {
    public static let roles: [Role] = [.receptionist, .admin]
}

public enum AdminOnly: StaffAudience {
    public static let roles: [Role] = [.admin]
}

/// The audience of all staff of the clinic.
public enum Staff: StaffAudience {
    public static let roles: [Role] = [.doctor, .admin, .receptionist]
}

/// The audience of patients and the front desk.
public enum PatientOrFrontDesk: Audience {
    public static let roles: [Role] = [.patient, .receptionist, .admin]
}
