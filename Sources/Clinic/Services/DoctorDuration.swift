public import Identifiers
public import JSON

/// The number of minutes that one doctor takes for a service, if it differs from the service's own duration.
public struct DoctorDuration: Hashable, Sendable {
    public let doctor: ID<StaffMember>
    public let minutes: Int

    public init(doctor: ID<StaffMember>, minutes: Int) {
        self.doctor = doctor
        self.minutes = minutes
    }

    public static let codec = object(
        DoctorDuration.checked(doctor:minutes:), field("doctor_id", \.doctor, .doctorID),
        field(
            "duration_minutes", \.minutes,
            .int(5...720).described("How long an appointment with this doctor lasts, in minutes: a multiple of five."))
    ).described("How long a doctor takes for a service.").named("DoctorDuration")

    private static func checked(doctor: ID<StaffMember>, minutes: Int) throws(CheckFailure) -> DoctorDuration {
        guard minutes.isMultiple(of: DayHours.atom) else {
            throw CheckFailure("bad_duration", "lasts a multiple of five minutes")
        }
        return DoctorDuration(doctor: doctor, minutes: minutes)
    }
}

extension ServiceDetails {
    /// The length of an appointment for this service with a doctor, in minutes.
    public func minutes(with doctor: ID<StaffMember>) -> Int {
        durations?.first { $0.doctor == doctor }?.minutes ?? durationMinutes
    }
}

extension Codec where Value == [DoctorDuration] {
    static var durations: Codec {
        .array(DoctorDuration.codec, 1...500).described(
            "The doctors who take longer or shorter than `duration_minutes`; absent: none.")
    }
}

/// The length of a visit, which may differ between doctors.
struct VisitLength: Hashable, Sendable {
    /// The length of the visit in minutes with all doctors who are not in `durations`.
    let minutes: Int
    var durations: [DoctorDuration] = []

    /// The length of a new appointment for one service.
    init(of service: Service) { self.init(of: [service]) }

    /// The length of a visit with several services. Doctors with a duration of their own for one of them are in
    /// `durations`.
    init(of services: [Service]) {
        minutes = services.reduce(0) { $0 + $1.details.durationMinutes }
        let doctors = Set(services.flatMap { $0.details.durations ?? [] }.map(\.doctor))
        durations = doctors.map { doctor in
            DoctorDuration(doctor: doctor, minutes: services.reduce(0) { $0 + $1.details.minutes(with: doctor) })
        }
    }

    /// Creates a visit length that is the same with all doctors.
    init(minutes: Int) { self.minutes = minutes }

    /// The doctors who offer the service, grouped by the length of the visit with them, the shortest first.
    func groups(of doctors: [StaffMember]) -> [(minutes: Int, doctors: [StaffMember])] {
        if durations.isEmpty { return [(minutes, doctors)] }
        let groups = Dictionary(grouping: doctors) { doctor in
            durations.first { $0.doctor == doctor.id }?.minutes ?? minutes
        }
        return groups.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
