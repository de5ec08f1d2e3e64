/// What the clinic lets each role do in the mobile app (O21: shown there, changed at the desk).
public struct MobileAccess: Hashable, Sendable {
    public enum Area: String, CaseIterable, Sendable {
        case appointments, booking, records, billing, chat, patients, schedule, finance, statistics
    }

    public let patient: [Area]
    public let doctor: [Area]
    public let receptionist: [Area]
    public let admin: [Area]

    public static let standard = MobileAccess(
        patient: [.appointments, .booking, .records, .billing, .chat],
        doctor: [.appointments, .schedule, .patients, .records, .chat],
        receptionist: [.appointments, .schedule, .patients, .finance, .chat],
        admin: [.appointments, .schedule, .patients, .records, .finance, .statistics, .chat])

    /// Each area counts once, in the order of `Area`.
    public init(patient: [Area], doctor: [Area], receptionist: [Area], admin: [Area]) {
        self.patient = Area.allCases.filter(patient.contains)
        self.doctor = Area.allCases.filter(doctor.contains)
        self.receptionist = Area.allCases.filter(receptionist.contains)
        self.admin = Area.allCases.filter(admin.contains)
    }
}
