public import Endpoints

/// The areas of the mobile app that the clinic has opened to each role. The app shows them, admins change them at a
/// desk, and the server enforces them.
public struct MobileAccess: Hashable, Sendable {
    public typealias Area = AppArea

    public let patient: [Area]
    public let doctor: [Area]
    public let receptionist: [Area]
    public let admin: [Area]

    public static let standard = MobileAccess(
        patient: [.appointments, .booking, .records, .billing, .chat],
        doctor: [.appointments, .schedule, .patients, .records, .chat],
        receptionist: [.appointments, .schedule, .patients, .finance, .chat],
        admin: [.appointments, .schedule, .patients, .records, .finance, .statistics, .chat])

    /// Keeps each area once, in the order of `Area`.
    public init(patient: [Area], doctor: [Area], receptionist: [Area], admin: [Area]) {
        self.patient = Area.allCases.filter(patient.contains)
        self.doctor = Area.allCases.filter(doctor.contains)
        self.receptionist = Area.allCases.filter(receptionist.contains)
        self.admin = Area.allCases.filter(admin.contains)
    }

    /// The areas of the mobile app that are open to a role.
    public func areas(of role: Role) -> [Area] {
        switch role {
        case .patient: patient
        case .doctor: doctor
        case .receptionist: receptionist
        case .admin: admin
        case .person: []
        }
    }
}
