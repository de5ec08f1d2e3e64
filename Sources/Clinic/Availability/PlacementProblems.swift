import Endpoints
import EventSourcing
import JSON

// The problems (RFC 9457) with which the clinic refuses the time, service, doctor, chair or patient of an appointment
// or of a held slot. Several commands and the search for free slots share them.

extension Problem.Kind {
    /// The problem of a booking for a time that is not free. It contains the cause and a list of free times nearby.
    static let slotTaken = Problem.Kind(
        "slot-taken", 409, "This time is not free",
        means: """
            The doctor, the hygienist, the patient or every chair is taken at this time, somebody holds it, the clinic is closed, or the doctor \
            does not work. `reason` says which.
            """,
        remedy: "Let the person choose from `alternatives`, or search again with `GET /api/v1/slots`.",
        members: [
            .member(
                "reason", Codec<SlotReason>.stringEnum.described("The reason why this time cannot be booked."),
                example: .doctorBusy),
            alternatives,
        ])
    /// The problem of a booking for a group visit of which all places are booked or held.
    static let groupFull = Problem.Kind(
        "group-full", 409, "The group is full",
        means: "The number of patients booked for this time with this doctor has reached the service's `capacity`.",
        remedy: "Let the person choose from `alternatives`, or search again with `GET /api/v1/slots`.",
        members: [alternatives])
    static let startInPast = Problem.Kind(
        "start-in-past", 409, "This time has passed",
        means: "The appointment would begin before the server's time.",
        remedy: "Let the person choose from `alternatives`.", members: [alternatives])
    static let startTooSoon = Problem.Kind(
        "start-too-soon", 409, "This time is too soon to book",
        means: "The clinic's rules want more notice: `minimum_notice_minutes`.",
        remedy: "Choose a time at or after `earliest`, or one of `alternatives`.",
        members: [
            .member("earliest", .instant.described("The first time that can be booked, in UTC."), example: .example),
            alternatives,
        ])
    static let startTooFarAhead = Problem.Kind(
        "start-too-far-ahead", 409, "This time is too far ahead to book",
        means: "The clinic takes bookings for a limited number of days: `horizon_days`.",
        remedy: "Choose a time at or before `latest`, or one of `alternatives`.",
        members: [
            .member("latest", .instant.described("The last time that can be booked, in UTC."), example: .example),
            alternatives,
        ])
    static let startOffGrid = Problem.Kind(
        "start-off-grid", 409, "Appointments do not start at this minute",
        means: "Appointments start at the minutes of the clinic's grid, by its wall clock: `atom_minutes`.",
        remedy: "Choose one of `alternatives`, or a time from `GET /api/v1/slots`.", members: [alternatives])
    static let serviceNotOffered = Problem.Kind(
        "service-not-offered", 409, "The clinic does not offer this service",
        means: "The service is unknown or was retired.",
        remedy: "Choose from `GET /api/v1/services`.")
    static let doctorNotAvailable = Problem.Kind(
        "doctor-not-available", 409, "This doctor takes no appointments",
        means: "`doctor_id` is nobody at this clinic, is not a doctor, or has left.",
        remedy: "Choose from `GET /api/v1/doctors`.")
    static let doctorDoesNotOffer = Problem.Kind(
        "doctor-does-not-offer-service", 409, "This doctor does not offer this service",
        means: "The service names the doctors who offer it, and this doctor is not among them.",
        remedy: "Choose one of the service's `doctors`, or leave the doctor out where that is possible.")
    static let chairNotAvailable = Problem.Kind(
        "chair-not-available", 409, "This chair takes no appointments",
        means: "The chair is unknown or was retired.",
        remedy: "Choose from `GET /api/v1/chairs`, or let the server choose.")
    static let hygienistNotAvailable = Problem.Kind(
        "hygienist-not-available", 409, "This hygienist does not treat for this service",
        means: """
            `hygienist_id` is not among the service's `hygienists` or has left, or the service has no segments. Without \
            `hygienist_id`: none of the service's hygienists works here any more.
            """,
        remedy: "Choose one of the service's `hygienists`, or leave the hygienist out.")
    static let patientUnknown = Problem.Kind(
        "patient-unknown", 409, "There is no such patient",
        means: "No patient of the clinic has this id, or the patient was erased.",
        remedy: "Check the id.")

    private static let alternatives = MemberDescription.member(
        "alternatives",
        .array(Offer.codec, 0...Alternatives.limit).described("Free times near the one that was asked for."),
        example: Offer.examples)

    /// The problems with which booking or moving an appointment, or holding a slot, can be rejected because of the
    /// time, service, doctor, chair or patient.
    static let placing = [
        slotTaken, groupFull, startInPast, startTooSoon, startTooFarAhead, startOffGrid, serviceNotOffered,
        doctorNotAvailable,
        doctorDoesNotOffer, chairNotAvailable, hygienistNotAvailable,
        patientUnknown,
    ]
}

/// The member `reason` of a `slotTaken` problem, which explains to clients why a time is not free.
enum SlotReason: String, Hashable, Sendable, CaseIterable {
    case outsideHours = "outside_hours"
    case closed
    /// The doctor has time off. Only staff get this reason; patients get `outside_hours`.
    case doctorAway = "doctor_away"
    case doctorBusy = "doctor_busy"
    /// The hygienist has time off. Only staff get this reason; patients get `outside_hours`.
    case hygienistAway = "hygienist_away"
    case hygienistBusy = "hygienist_busy"
    case noChair = "no_chair"
    case patientBusy = "patient_busy"
    case held
}

extension PlacementRejection {
    var problem: Problem {
        switch self {
        case .unknownDoctor: Problem(.doctorNotAvailable)
        case .notOfferedByDoctor: Problem(.doctorDoesNotOffer)
        case .unknownChair: Problem(.chairNotAvailable)
        case .unknownHygienist: Problem(.hygienistNotAvailable)
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
        case .closed: slotTaken(.closed)
        case .doctorAway: slotTaken(.doctorAway)
        case .doctorBusy: slotTaken(.doctorBusy)
        case .hygienistAway: slotTaken(.hygienistAway)
        case .hygienistBusy: slotTaken(.hygienistBusy)
        case .noChair: slotTaken(.noChair)
        case .patientBusy: slotTaken(.patientBusy)
        case .held: slotTaken(.held)
        case .groupFull: Problem(.groupFull)
        }
    }

    private func slotTaken(_ reason: SlotReason) -> Problem { Problem(.slotTaken).with("reason", reason, .stringEnum) }
}
