public import EventSourcing
public import JSON

/// Time was taken for a patient: definitely (`booked`), or until the clinic approves (`requested`).
public struct AppointmentBooked: TimeTakingPayload {
    public static let stored = StoredType("appointment-booked")
    public let visit: Visit
    /// The wall time of the visit; `nil` in events from before wall times were stored.
    public let wallTime: WallTime?
    public let terms: VisitTerms
    public let status: AppointmentStatus
    /// Why the patient comes, in the words of the person who booked.
    public let reason: Personal<String>?

    public static let codec = object(
        AppointmentBooked.init(visit:wallTime:terms:status:reason:),
        field("visit", \.visit, Visit.codec), optionalField("wall_time", \.wallTime, WallTime.codec),
        field("terms", \.terms, VisitTerms.codec),
        field("status", \.status, AppointmentStatus.codec),
        optionalField("reason", \.reason, .personal(.clinical, .prose(max: 500))))
}

/// One event frees the old time and takes the new, so that there is no moment with both or neither.
public struct AppointmentRescheduled: TimeTakingPayload {
    public static let stored = StoredType("appointment-rescheduled")
    /// The visit with the new doctor, chair and time.
    public let visit: Visit
    /// The wall time of the new place; `nil` in events from before wall times were stored.
    public let wallTime: WallTime?
    public let from: Place
    public let terms: VisitTerms
    /// A moved appointment must be confirmed again, and approved again if a patient moved it and the clinic requires
    /// approval.
    public let status: AppointmentStatus
    public let reason: Personal<String>?

    public var tags: [Tag] {
        var tags = [Tag.appointment(visit.appointment)] + visit.place.dayTags(with: visit.patient)
        for tag in from.dayTags(with: visit.patient) where !tags.contains(tag) { tags.append(tag) }
        return tags
    }

    public static let codec = object(
        AppointmentRescheduled.init(visit:wallTime:from:terms:status:reason:),
        field("visit", \.visit, Visit.codec), optionalField("wall_time", \.wallTime, WallTime.codec),
        field("from", \.from, Place.codec),
        field("terms", \.terms, VisitTerms.codec),
        field("status", \.status, AppointmentStatus.codec),
        optionalField("reason", \.reason, .personal(.clinical, .prose(max: 500))))
}

public struct AppointmentCancelled: TimeTakingPayload {
    public static let stored = StoredType("appointment-cancelled")
    public let visit: Visit
    public let by: Canceller
    public let reason: Personal<String>?

    /// The side that cancelled, as clinics distinguish it in their figures.
    public enum Canceller: String, Hashable, Sendable, CaseIterable { case patient, clinic }

    public static let codec = object(
        AppointmentCancelled.init(visit:by:reason:),
        field("visit", \.visit, Visit.codec), field("by", \.by, .stringEnum),
        optionalField("reason", \.reason, .personal(.clinical, .prose(max: 500))))
}

/// The patient did not come. The rest of the time is free again.
public struct AppointmentMissed: TimeTakingPayload {
    public static let stored = StoredType("appointment-missed")
    public let visit: Visit

    public static let codec = object(AppointmentMissed.init(visit:), field("visit", \.visit, Visit.codec))
}

public struct AppointmentEnteredInError: TimeTakingPayload {
    public static let stored = StoredType("appointment-entered-in-error")
    public let visit: Visit
    public let reason: Personal<String>

    public static let codec = object(
        AppointmentEnteredInError.init(visit:reason:), field("visit", \.visit, Visit.codec),
        field("reason", \.reason, .personal(.clinical, .prose(max: 500))))
}

/// An authorized person undid the last step.
public struct AppointmentStepUndone: TimeTakingPayload {
    public static let stored = StoredType("appointment-step-undone")
    public let visit: Visit
    public let from: AppointmentStatus
    public let to: AppointmentStatus
    public let reason: Personal<String>

    /// The tags of doctor, chair and patient are included only if undoing the step frees or takes time.
    public var tags: [Tag] {
        let own = Tag.appointment(visit.appointment)
        return from.holdsTime == to.holdsTime ? [own] : [own] + visit.place.dayTags(with: visit.patient)
    }

    public static let codec = object(
        AppointmentStepUndone.init(visit:from:to:reason:),
        field("visit", \.visit, Visit.codec), field("from", \.from, AppointmentStatus.codec),
        field("to", \.to, AppointmentStatus.codec),
        field("reason", \.reason, .personal(.clinical, .prose(max: 500))))
}

/// A doctor's quick note for the staff; the latest one counts.
public struct AppointmentNoted: AppointmentPayload {
    public static let stored = StoredType("appointment-noted")
    public let visit: Visit
    public let note: Personal<String>

    public static let codec = object(
        AppointmentNoted.init(visit:note:), field("visit", \.visit, Visit.codec),
        field("note", \.note, .personal(.clinical, .prose())))
}
