import Endpoints
import EventSourcing
import JSON

// Problems of all commands that need time.

extension Problem.Kind {
    /// O9: the reason, and free alternatives.
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
