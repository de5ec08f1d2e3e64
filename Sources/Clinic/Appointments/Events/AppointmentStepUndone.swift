public import EventSourcing
public import JSON

/// An authorized person undid the appointment's last step.
public struct AppointmentStepUndone: AppointmentPayload {
    public static let stored = StoredType("appointment-step-undone")
    public let visit: Visit
    public let from: AppointmentStatus
    public let to: AppointmentStatus
    public let reason: Personal<String>
    /// The place until now, if the undone step had freed a part of the time that is taken again.
    public let fromPlace: Place?

    public var statusEffect: StatusEffect { .returns(from: from, to: to) }

    public var timeEffect: TimeEffect {
        if let fromPlace { return .moves(from: fromPlace) }
        if from.holdsTime == to.holdsTime { return .unchanged }
        return to.holdsTime ? .takesAgain : .frees
    }

    public static let codec = object(
        AppointmentStepUndone.init(visit:from:to:reason:fromPlace:),
        field("visit", \.visit, Visit.codec), field("from", \.from, AppointmentStatus.codec),
        field("to", \.to, AppointmentStatus.codec),
        field("reason", \.reason, .personal(.clinical, .prose(max: 500))),
        optionalField("from_place", \.fromPlace, Place.codec))
}
