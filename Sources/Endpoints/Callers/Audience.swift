/// The roles that may call an endpoint, as a type, so that the access check and the handler's caller cannot disagree.
public protocol Audience: Sendable {
    static var roles: [Role] { get }
}

/// An audience of staff only, so that every caller has a staff id.
public protocol StaffAudience: Audience {}

/// The audience of endpoints about the caller's own account: every caller with a session, with a clinic or without.
public enum SignedIn: Audience {
    public static let roles = Role.allCases
}

/// The audience of endpoints that every caller with a session for a clinic may call.
public enum Anyone: Audience {
    public static let roles: [Role] = [.patient, .doctor, .admin, .receptionist]
}

/// The audience of endpoints that only patients may call.
public enum PatientOnly: Audience {
    public static let roles: [Role] = [.patient]
}

/// The audience of endpoints that patients, and persons without a clinic, may call.
public enum PatientOrPerson: Audience {
    public static let roles: [Role] = [.patient, .person]
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

/// The audience of endpoints that all staff of the clinic may call.
public enum Staff: StaffAudience {
    public static let roles: [Role] = [.doctor, .admin, .receptionist]
}

/// The audience of endpoints that patients, receptionists and admins may call.
public enum PatientOrFrontDesk: Audience {
    public static let roles: [Role] = [.patient, .receptionist, .admin]
}
