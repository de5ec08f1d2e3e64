public import Endpoints
public import JSON

/// The areas of the mobile app that the clinic has opened to each role. The app shows only open areas, and the server
/// refuses requests of the app to other areas. Admins open and close areas outside of the app.
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

    /// Makes the list of open areas of the mobile app for each role. Each list is sorted in the order of `Area`,
    /// without repetitions.
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

extension MobileAccess {
    public static let codec = object(
        MobileAccess.init(patient:doctor:receptionist:admin:),
        field("patient", \.patient, areas.described("The areas that are open to patients.")),
        field("doctor", \.doctor, areas.described("The areas that are open to doctors.")),
        field("receptionist", \.receptionist, areas.described("The areas that are open to receptionists.")),
        field("admin", \.admin, areas.described("The areas that are open to admins."))
    ).described("The areas of the mobile app that are open to each role.")

    private static let areas = Codec<[Area]>.array(.stringEnum, 0...Area.allCases.count)
}
