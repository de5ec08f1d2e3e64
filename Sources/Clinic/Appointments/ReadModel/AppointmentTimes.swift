public import EventSourcing
import JSON

/// The times at which an appointment reached its statuses. If a step is undone, its time is removed.
public struct AppointmentTimes: Hashable, Sendable {
    public internal(set) var booked: Instant
    public internal(set) var confirmed: Instant?
    public internal(set) var arrived: Instant?
    public internal(set) var seated: Instant?
    public internal(set) var started: Instant?
    public internal(set) var finished: Instant?
    public internal(set) var completed: Instant?
    public internal(set) var cancelled: Instant?
    public internal(set) var missed: Instant?

    /// Sets the time at which the appointment reached a status.
    mutating func reach(_ status: AppointmentStatus, at instant: Instant?) {
        switch status {
        case .confirmed: confirmed = instant
        case .arrived: arrived = instant
        case .seated: seated = instant
        case .inTreatment: started = instant
        case .readyForCheckout: finished = instant
        case .completed: completed = instant
        case .cancelled: cancelled = instant
        case .noShow: missed = instant
        case .requested, .booked, .enteredInError: break
        }
    }
}

extension AppointmentTimes {
    static let codec = object(
        AppointmentTimes.init(booked:confirmed:arrived:seated:started:finished:completed:cancelled:missed:),
        field("booked_at", \.booked, .instant.described("When it was booked or requested, in UTC.")),
        optionalField("confirmed_at", \.confirmed, .instant.described("When the patient confirmed it, in UTC.")),
        optionalField("arrived_at", \.arrived, .instant.described("When the patient checked in, in UTC.")),
        optionalField("seated_at", \.seated, .instant.described("When the patient sat down in the chair, in UTC.")),
        optionalField("started_at", \.started, .instant.described("When the treatment began, in UTC.")),
        optionalField("finished_at", \.finished, .instant.described("When the treatment ended, in UTC.")),
        optionalField("completed_at", \.completed, .instant.described("When the visit was completed, in UTC.")),
        optionalField("cancelled_at", \.cancelled, .instant.described("When it was cancelled, in UTC.")),
        optionalField(
            "no_show_at", \.missed, .instant.described("When the patient was marked as not having come, in UTC.")))
}
