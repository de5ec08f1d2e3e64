public import EventSourcing
public import JSON

/// A member of staff undid the last step of an appointment.
public struct AppointmentStepUndone: AppointmentPayload {
    public static let stored = StoredType("appointment-step-undone")
    public let visit: Visit
    public let from: AppointmentStatus
    public let to: AppointmentStatus
    public let reason: Personal<String>
    /// The appointment's place before this event, if the appointment takes again the rest of its time, which the undone
    /// step had freed; else `nil`.
    public let fromPlace: Place?
    /// `true` if the patient is told, because a visit that was cancelled or missed takes place after all; else `nil`.
    /// Older events do not have this, and their patients were not told.
    public let isTold: Bool?

    public var statusEffect: StatusEffect { .returns(from: from, to: to) }

    public var timeEffect: TimeEffect {
        if let fromPlace { return .moves(from: fromPlace) }
        if from.holdsTime == to.holdsTime { return .unchanged }
        return to.holdsTime ? .takesAgain : .frees
    }

    public static let codec = object(
        AppointmentStepUndone.init(visit:from:to:reason:fromPlace:isTold:),
        field("visit", \.visit, Visit.codec), field("from", \.from, AppointmentStatus.codec),
        field("to", \.to, AppointmentStatus.codec),
        field("reason", \.reason, .personal(.clinical, .prose(max: 500))),
        optionalField("from_place", \.fromPlace, Place.codec), optionalField("told", \.isTold, .bool))
}
