public import Endpoints
import EventSourcing
import Identifiers
import JSON

extension Problem.Kind {
    /// Names the reason and free times near the one that was asked for.
    static let slotTaken = Problem.Kind(
        "slot-taken", 409, "This time cannot be had",
        members: [
            .member("reason", Codec<SlotReason>.stringEnum.described("The reason why this time cannot be booked.")),
            alternatives,
        ])
    static let startInPast = Problem.Kind("start-in-past", 409, "This time has passed", members: [alternatives])
    static let startTooSoon = Problem.Kind(
        "start-too-soon", 409, "This time is too soon to book",
        members: [.member("earliest", .instant.described("The first time that can be booked, in UTC.")), alternatives])
    static let startTooFarAhead = Problem.Kind(
        "start-too-far-ahead", 409, "This time is too far ahead to book",
        members: [.member("latest", .instant.described("The last time that can be booked, in UTC.")), alternatives])
    static let startOffGrid = Problem.Kind(
        "start-off-grid", 409, "Appointments do not start at this minute", members: [alternatives])
    static let serviceNotOffered = Problem.Kind("service-not-offered", 409, "The clinic does not offer this service")
    static let doctorNotAvailable = Problem.Kind("doctor-not-available", 409, "This doctor takes no appointments")
    static let doctorDoesNotOffer = Problem.Kind(
        "doctor-does-not-offer-service", 409, "This doctor does not offer this service")
    static let chairNotAvailable = Problem.Kind("chair-not-available", 409, "This chair takes no appointments")
    static let patientUnknown = Problem.Kind("patient-unknown", 409, "There is no such patient")
    static let wrongStatus = Problem.Kind(
        "appointment-status", 409, "The appointment's status does not allow this",
        members: [.member("appointment_status", AppointmentStatus.codec.described("Where the appointment stands."))])
    /// A patient who is too late has to call the clinic.
    static let deadlinePassed = Problem.Kind(
        "cancellation-deadline-passed", 409, "It is too late to cancel or move this; call the clinic",
        members: [.member("cancel_deadline", .cancelDeadline)])
    static let notToday = Problem.Kind(
        "appointment-not-today", 409, "The appointment is on a later day", members: [.member("date", .visitDate)])
    static let tooSoonForNoShow = Problem.Kind(
        "too-soon-for-no-show", 409, "The patient may still come",
        members: [.member("from", .instant.described("From when on this is possible, in UTC."))])
    static let nothingToUndo = Problem.Kind("nothing-to-undo", 409, "There is no step to take back")
    static let undoNotAllowed = Problem.Kind("undo-not-allowed", 403, "An admin has to take this step back")

    private static let alternatives = MemberDescription.member(
        "alternatives",
        .array(Offer.codec, 0...Alternatives.limit).described("Free times near the one that was asked for."))

    /// The problems of finding a time.
    static let placing = [
        slotTaken, startInPast, startTooSoon, startTooFarAhead, startOffGrid, serviceNotOffered, doctorNotAvailable,
        doctorDoesNotOffer, chairNotAvailable, patientUnknown,
    ]
}

/// The reason why a time is not available, as clients read it.
enum SlotReason: String, Hashable, Sendable, CaseIterable {
    case outsideHours = "outside_hours"
    case doctorBusy = "doctor_busy"
    case noChair = "no_chair"
    case patientBusy = "patient_busy"
    case held
}

extension AppointmentRejection: ClinicRejection {
    public var problem: Problem {
        switch self {
        case .unknown: .notFound
        case .unknownPatient: Problem(.patientUnknown)
        case .serviceNotOffered: Problem(.serviceNotOffered)
        case .placement(let rejection): rejection.problem
        case .impossible(_, let status):
            Problem(.wrongStatus).with("appointment_status", status, AppointmentStatus.codec)
        case .deadlinePassed(let deadline): Problem(.deadlinePassed).with("cancel_deadline", deadline, .instant)
        case .reasonMissing: .malformed(body: "/reason", code: "missing", detail: "the clinic gives a reason")
        case .notToday(let date): Problem(.notToday).with("date", date, .date)
        case .tooSoonForNoShow(let from): Problem(.tooSoonForNoShow).with("from", from, .instant)
        case .nothingToUndo: Problem(.nothingToUndo)
        case .undoNotYours: Problem(.undoNotAllowed)
        }
    }
}

extension PlacementRejection {
    var problem: Problem {
        switch self {
        case .unknownDoctor: Problem(.doctorNotAvailable)
        case .notOfferedByDoctor: Problem(.doctorDoesNotOffer)
        case .unknownChair: Problem(.chairNotAvailable)
        case .notFree(let obstacle, let offers):
            obstacle.problem.with("alternatives", offers, .array(Offer.codec))
        }
    }
}

extension Obstacle {
    fileprivate var problem: Problem {
        switch self {
        case .past: Problem(.startInPast)
        case .tooSoon(let earliest): Problem(.startTooSoon).with("earliest", earliest, .instant)
        case .tooFarAhead(let latest): Problem(.startTooFarAhead).with("latest", latest, .instant)
        case .offGrid: Problem(.startOffGrid)
        case .outsideHours: slotTaken(.outsideHours)
        case .doctorBusy: slotTaken(.doctorBusy)
        case .noChair: slotTaken(.noChair)
        case .patientBusy: slotTaken(.patientBusy)
        case .held: slotTaken(.held)
        }
    }

    private func slotTaken(_ reason: SlotReason) -> Problem { Problem(.slotTaken).with("reason", reason, .stringEnum) }
}

extension Offer {
    /// The format of listed slots.
    static let codec = object(
        Offer.checked, field("start", \.slot.start, .visitStart), field("end", \.slot.end, .visitEnd),
        field("doctor_id", \.doctor, .doctorID),
        field("doctor_name", \.doctorName, .name().described("The doctor's name."))
    ).described("A free time with a doctor.").named("Slot")

    private static func checked(
        start: Instant, end: Instant, doctor: ID<StaffMember>, doctorName: String
    ) throws(CheckFailure) -> Offer {
        guard let slot = Slot(start: start, end: end) else {
            throw CheckFailure("bad_range", "must end after its start")
        }
        return Offer(slot: slot, doctor: doctor, doctorName: doctorName)
    }
}
