/// The roles that an endpoint is for, as a type: what access says and what the handler receives cannot disagree.
public protocol Audience: Sendable {
    static var roles: [Role] { get }
}

/// An audience without patients: its callers have a staff id.
public protocol StaffAudience: Audience {}

/// Everybody with a session, whether it is for a clinic or not. What they reach is their account's own.
public enum SignedIn: Audience {
    public static let roles = Role.allCases
}

/// Everybody with a session for a clinic.
public enum Anyone: Audience {
    public static let roles: [Role] = [.patient, .doctor, .admin, .receptionist]
}

/// Patients, each for themselves.
public enum PatientOnly: Audience {
    public static let roles: [Role] = [.patient]
}

public enum DoctorOnly: StaffAudience {
    public static let roles: [Role] = [.doctor]
}

/// Those who see clinical records: doctors and admins.
public enum Clinical: StaffAudience {
    public static let roles: [Role] = [.doctor, .admin]
}

/// Those who run the day: receptionists and admins.
public enum FrontDesk: StaffAudience {
    public static let roles: [Role] = [.receptionist, .admin]
}

public enum AdminOnly: StaffAudience {
    public static let roles: [Role] = [.admin]
}

/// Everybody who works in the clinic.
public enum Staff: StaffAudience {
    public static let roles: [Role] = [.doctor, .admin, .receptionist]
}

/// Patients and those who run the day.
public enum PatientOrFrontDesk: Audience {
    public static let roles: [Role] = [.patient, .receptionist, .admin]
}
