public import EventSourcing

/// An appointment as the clinic's staff sees it. It does not name the patient: lists put the patient's card beside it.
public struct AppointmentDocument: Hashable, Sendable {
    public internal(set) var visit: Visit
    public internal(set) var version: Int64
    public internal(set) var status: AppointmentStatus
    public internal(set) var terms: VisitTerms
    /// Why the patient comes.
    public internal(set) var reason: Personal<String>?
    /// The doctor's quick note.
    public internal(set) var note: Personal<String>?
    public internal(set) var times: AppointmentTimes
    public internal(set) var cancellation: Cancellation?
    /// The time of the appointment's last event.
    public internal(set) var updated: Instant

    public struct Cancellation: Hashable, Sendable {
        public let by: AppointmentCancelled.Canceller
        public let reason: Personal<String>?
    }

    /// The time since which the patient waits.
    public var waitingSince: Instant? { status == .arrived ? times.arrived : nil }

    public var staffCanCancel: Bool { AppointmentStep.cancel.isAllowed(from: status) }

    /// Whether the patient could cancel at the time of the appointment's last event. No event marks the deadline.
    public var patientCanCancel: Bool { status.isAhead && updated < terms.cancelBefore }
}

/// The time of each appointment step that was not undone.
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

extension AppointmentDocument {
    init(_ booked: AppointmentBooked, _ recorded: Recorded<ClinicEvent>) {
        visit = booked.visit
        version = recorded.position
        status = booked.status
        terms = booked.terms
        reason = booked.reason?.unlessErased
        times = AppointmentTimes(booked: recorded.recordedAt)
        updated = recorded.recordedAt
    }

    mutating func evolve(_ event: AppointmentEvent, _ recorded: Recorded<ClinicEvent>) {
        let now = recorded.recordedAt
        version = recorded.position
        updated = now
        switch event {
        case .booked: break
        case .approved: status = .booked
        case .confirmed: reach(.confirmed, now)
        case .arrived: reach(.arrived, now)
        case .seated: reach(.seated, now)
        case .started: reach(.inTreatment, now)
        case .finished: reach(.readyForCheckout, now)
        case .completed: reach(.completed, now)
        case .missed: reach(.noShow, now)
        case .enteredInError: reach(.enteredInError, now)
        case .cancelled(let event):
            reach(.cancelled, now)
            cancellation = Cancellation(by: event.by, reason: event.reason?.unlessErased)
        case .rescheduled(let event):
            visit = event.visit
            terms = event.terms
            status = event.status
            times = AppointmentTimes(booked: times.booked)
        case .undone(let event):
            times.reach(event.from, at: nil)
            if event.from == .cancelled { cancellation = nil }
            status = event.to
        case .noted(let event): note = event.note.unlessErased
        }
    }

    /// Erases the appointment's texts.
    mutating func eraseTexts(_ recorded: Recorded<ClinicEvent>) {
        version = recorded.position
        updated = recorded.recordedAt
        reason = nil
        note = nil
        cancellation = cancellation.map { Cancellation(by: $0.by, reason: nil) }
    }

    private mutating func reach(_ next: AppointmentStatus, _ now: Instant) {
        status = next
        times.reach(next, at: now)
    }
}
