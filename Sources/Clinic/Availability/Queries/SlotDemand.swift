import Endpoints
import EventSourcing
import Identifiers

/// A request for free times of a service, with one doctor or any, by a patient or by the staff.
package struct SlotDemand: Sendable {
    package enum Rejection: ClinicRejection, Hashable {
        /// The search for free times names a service or a doctor that the clinic does not have.
        case unknown
        case serviceNotOffered
        case placement(PlacementRejection)
        /// The patient for whom free times are searched may not book the service; only the staff may book it for the
        /// patient.
        case refused(ServiceRefusal)

        package var problem: Problem {
            switch self {
            case .unknown: .notFound
            case .serviceNotOffered: Problem(.serviceNotOffered)
            case .placement(let rejection): rejection.problem
            case .refused(let refusal): refusal.problem
            }
        }
    }

    let service: ID<Service>
    /// The wanted doctor; `nil` for every doctor who offers the service.
    let doctor: ID<StaffMember>?
    /// The hygienist for whom free times are searched; `nil` for any hygienist of the service.
    let hygienist: ID<StaffMember>?
    let seeker: TimeSeeker
    /// The appointment that the patient wants to move to a free time; `nil` if the search is for a new appointment.
    let moving: Appointment.Course?

    package init(
        service: ID<Service>, doctor: ID<StaffMember>? = nil, hygienist: ID<StaffMember>? = nil, by side: BookingSide,
        patient: ID<Patient>? = nil
    ) {
        self.service = service
        self.doctor = doctor
        self.hygienist = hygienist
        seeker = TimeSeeker(side: side, visitor: Visitor(patient: patient))
        moving = nil
    }

    /// The search of a patient who moves an appointment. The appointment keeps its doctor, its hygienist, its services
    /// and its length.
    init(moving course: Appointment.Course) {
        service = course.visit.service
        doctor = course.visit.place.doctor
        hygienist = nil
        moving = course
        seeker = TimeSeeker(
            side: .patient, visitor: Visitor(patient: course.visit.patient, moving: course.visit.appointment))
    }

    /// Finds the service, the doctors who offer it, and the first day that the patient's age permits.
    ///
    /// - Throws: the reason why the service cannot be booked on any day.
    func source(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> SlotSource {
        let settings = model[.settings]
        guard let service = settings.services[service] else { throw .unknown }
        guard service.isActive else { throw .serviceNotOffered }
        var doctors = settings.doctors(offering: service)
        if let doctor {
            guard settings.staff[doctor] != nil else { throw .unknown }
            guard settings.doctor(doctor) != nil else { throw .placement(.unknownDoctor) }
            doctors.removeAll { $0.id != doctor }
            guard !doctors.isEmpty else { throw .placement(.notOfferedByDoctor) }
        }
        if let hygienist, settings.staff[hygienist] == nil { throw .unknown }
        var firstDay: CivilDate?
        // An appointment that is moved keeps its service, even if patients cannot book the service any more.
        if moving == nil, seeker.side == .patient, let patient = seeker.visitor.patient {
            let limits = service.details.limits
            try limits.check(patient, on: nil, &model, at: now, else: Rejection.refused)
            firstDay = limits.firstDay(for: patient, &model)
        }
        let further = moving?.terms.furtherServices.compactMap { settings.services[$0.id] } ?? []
        doctors.removeAll { doctor in !further.allSatisfy { $0.isOffered(by: doctor.id) } }
        let services = [service] + further
        let segments =
            if let moving { SegmentPlan(keeping: moving.visit.place, for: services, with: nil) } else {
                SegmentPlan(of: services, with: hygienist)
            }
        if hygienist != nil, segments?.hygienists.isEmpty ?? true { throw .placement(.unknownHygienist) }
        return SlotSource(
            settings: settings, service: service, doctors: doctors, seeker: seeker, firstDay: firstDay, now: now,
            further: further, length: moving.map { VisitLength(minutes: $0.visit.place.slot.minutes) },
            segments: segments)
    }
}

/// The service, the doctors and the patient of a search for free times, from which the free times of each day are
/// computed.
struct SlotSource {
    let settings: ClinicSettings
    let service: Service
    var doctors: [StaffMember]
    let seeker: TimeSeeker
    /// The day from which the patient who searches is old enough for the service; `nil` if it requires no age, if staff
    /// search, or if the birth date is not known.
    let firstDay: CivilDate?
    let now: Instant
    /// The services of the visit besides the first.
    var further: [Service] = []
    /// The length of a visit that is moved; `nil` for a new visit, which has the length of the service.
    var length: VisitLength?
    /// The segments of the visit and the hygienists of whom one treats; `nil` if the doctor treats the whole time.
    var segments: SegmentPlan?

    func day(_ date: CivilDate, _ model: inout DecisionModel<ClinicEvent>) -> SlotDay {
        let doctors = date < firstDay ?? date ? [] : doctors
        let services = [service] + further
        let groups = (length ?? VisitLength(of: service)).groups(of: doctors).map { group in
            (
                free: FreeTime(
                    date, minutes: group.minutes, for: seeker,
                    needing: services.flatMap { $0.details.limits.needs ?? [] }, buffers: .longest(of: services),
                    segments: segments, group: GroupService(of: services, segments), settings, at: now),
                doctors: group.doctors
            )
        }
        return SlotDay(groups.first?.free.frame ?? DayFrame(date, in: settings.zone), groups, &model)
    }

    /// The days of one part of a long search for free times, beginning with `first`. In a large clinic, a part has
    /// fewer days. A part reads at most about 300 states, so that it occupies the loop's thread for a few milliseconds
    /// only, and the cache has room for the states.
    func part(from first: Int, in days: ClosedRange<Int>) -> ClosedRange<Int> {
        let states = max(1, settings.activeChairs.count + doctors.count + (segments?.hygienists.count ?? 0))
        return first...min(days.upperBound, first + max(1, SlotSource.statesInPart / states) - 1)
    }

    private static let statesInPart = 300
}
