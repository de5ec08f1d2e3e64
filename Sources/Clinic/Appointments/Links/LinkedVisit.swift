public import Endpoints
public import EventSourcing
public import Identifiers
public import JSON

/// The data of an appointment that its visit link shows: clinic, time and service. The data says nothing about the
/// patient.
public struct LinkedVisit: Sendable {
    let clinicName: String
    let clinicPhone: String?
    let zone: ZoneName
    let start: Instant
    let end: Instant
    /// The service's name; `nil` if the patient's record is restricted.
    let service: String?
    let status: AppointmentStatus
    let canConfirm: Bool
    let canChange: Bool
    let deadline: Instant

    /// Makes the data of an appointment that its visit link shows.
    ///
    /// - Throws: 404 if the link is not valid.
    public static func of(
        _ link: VisitLink, _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) throws(Problem) -> (visit: LinkedVisit, patient: ID<Patient>) {
        guard let course = link.course(&model, at: now) else { throw Problem(.visitLinkInvalid) }
        let settings = model[.settings]
        let isRestricted = model[.registration(of: course.visit.patient)].isRestricted
        let target = AppointmentTarget(link.appointment, for: course.visit.patient)
        let visit = LinkedVisit(
            clinicName: settings.profile.name, clinicPhone: settings.profile.phone, zone: settings.zone.name,
            start: course.visit.place.slot.start, end: course.visit.place.slot.end,
            service: isRestricted ? nil : course.terms.serviceName, status: course.status,
            canConfirm: course.status == .booked, canChange: target.keepsDeadline(of: course, at: now),
            deadline: course.terms.cancelBefore)
        return (visit, course.visit.patient)
    }

    public static let codec = object(
        LinkedVisit.init(
            clinicName:clinicPhone:zone:start:end:service:status:canConfirm:canChange:deadline:),
        field("clinic_name", \.clinicName, .name().described("The clinic's name.")),
        optionalField("clinic_phone", \.clinicPhone, .phone.described("The clinic's telephone number.")),
        field("time_zone", \.zone, .clinicZone),
        field("start", \.start, .visitStart), field("end", \.end, .visitEnd),
        optionalField(
            "service_name", \.service,
            .name().described("The service's name; absent if the patient's record is restricted.")),
        field("status", \.status, AppointmentStatus.codec.described("The status of the appointment.")),
        field("can_confirm", \.canConfirm, .bool.described("Whether the link can confirm the appointment now.")),
        field(
            "can_change", \.canChange,
            .bool.described("Whether the link can move or cancel the appointment now.")),
        field("cancel_deadline", \.deadline, .cancelDeadline)
    ).described("An appointment as the holder of its link sees it.").named("LinkedVisit")
}

/// The times to which the holder of a visit link can move the appointment.
public struct LinkedTimes: Sendable {
    let items: [Slot]

    /// Finds the times to which the holder of a visit link can move the appointment. Doctor, services and length stay
    /// the same. The appointment's present time is not among the times.
    ///
    /// - Throws: 404 if the link is not valid.
    package static func of(
        _ link: VisitLink, _ days: ClosedRange<CivilDate>, _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) throws(Problem) -> LinkedTimes {
        guard let course = link.course(&model, at: now) else { throw Problem(.visitLinkInvalid) }
        let search = SlotSearch(moving: course, from: days.lowerBound, to: days.upperBound)
        guard let offers = try? search.offers(&model, at: now) else { return LinkedTimes(items: []) }
        return LinkedTimes(items: offers.map(\.slot).filter { $0.start != link.start })
    }

    public static let codec = object(
        LinkedTimes.init(items:),
        field("items", \.items, .array(time).described("The times, the earliest first."))
    ).described("Times to which an appointment can be moved.").named("LinkedTimes")

    private static let time = object(
        LinkedTimes.slot(start:end:), field("start", \.start, .visitStart), field("end", \.end, .visitEnd)
    ).described("A time to which an appointment can be moved.").named("LinkedTime")

    private static func slot(start: Instant, end: Instant) throws(CheckFailure) -> Slot {
        guard let slot = Slot(start: start, end: end) else {
            throw CheckFailure("bad_range", "must end after its start")
        }
        return slot
    }
}
