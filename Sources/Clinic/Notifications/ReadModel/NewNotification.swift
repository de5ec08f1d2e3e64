import EventSourcing
import Identifiers

/// A notification that an event causes for one person.
struct NewNotification: Hashable, Sendable {
    /// The patient or the member of staff who gets the notification.
    let recipient: UUIDBytes
    let type: NotificationType
    /// The entity that the notification is about.
    let subject: NotificationSubject
    /// The start of the visit that the notification is about; `nil` if it is about no visit.
    let start: Instant?
    /// The instant after which the notification is no longer delivered.
    let expires: Instant
    /// The number of the message in its thread; `nil` if the notification is about no message.
    var message: Int? = nil
}

extension Recorded<ClinicEvent> {
    /// The notifications that the event causes, at most one for each recipient.
    var notifications: [NewNotification] {
        switch event {
        case .appointment(let event): event.notification(by: actor, at: recordedAt).map { [$0] } ?? []
        case .notification(.visitReminded(let event)):
            [
                NewNotification(
                    recipient: event.patient.uuid, type: .appointmentReminder,
                    subject: .init(.appointment, event.appointment.uuid), start: event.start, expires: event.start)
            ]
        case .billing(.paymentRecorded(let event)) where event.claim == nil:
            [
                NewNotification(
                    recipient: event.patient.uuid, type: .paymentReceived,
                    subject: .init(.payment, event.payment.uuid), start: nil, expires: recordedAt.adding(days: 7))
            ]
        case .recall(.reminded(let event)) where event.channel == .message || event.channel == .email:
            [
                NewNotification(
                    recipient: event.patient.uuid, type: .recallDue, subject: .init(.service, event.service.uuid),
                    start: nil, expires: recordedAt.adding(days: 14))
            ]
        case .waitlist(.offered(let event)):
            [
                NewNotification(
                    recipient: event.entry.patient.uuid, type: .waitlistOffer,
                    subject: .init(.waitlistEntry, event.entry.entry.uuid), start: event.offer.slot.start,
                    expires: event.offer.expiresAt)
            ]
        case .recovery(.missed(let event)): event.notifications(at: recordedAt)
        case .recovery(.reminded(let event)): [event.notification]
        case .message(.sent(let event)): event.notifications(at: recordedAt)
        default: []
        }
    }
}

extension AppointmentEvent {
    /// The notification of a changed appointment. The doctor gets the notification if the patient, a guardian or the
    /// holder of a visit link made the change. The patient gets it if the clinic made the change. The steps while the
    /// patient is in the clinic and notes cause no notification. An undone step causes one if the visit takes place after
    /// all, and an entry in error if the visit was ahead.
    fileprivate func notification(by actor: Actor, at time: Instant) -> NewNotification? {
        let visit = visit
        switch self {
        case .booked, .approved, .confirmed, .missed, .cancelled, .rescheduled: break
        case .reassigned(let event):
            guard
                event.from.slot != visit.place.slot || event.from.doctor != visit.place.doctor
                    || event.formerPurpose != nil
            else { return nil }
        case .undone(let event): guard event.isTold == true else { return nil }
        case .enteredInError(let event): guard event.isTold == true else { return nil }
        case .arrived, .arrivedAfterAll, .seated, .started, .finished, .completed, .noted: return nil
        }
        return NewNotification(
            recipient: actor.isOfPatient ? visit.place.doctor.uuid : visit.patient.uuid,
            type: .appointmentStatusChanged, subject: .init(.appointment, visit.appointment.uuid),
            start: visit.place.slot.start, expires: time.adding(days: 7))
    }
}

extension CheckInMissed {
    /// The notifications of a missed check-in: one for the patient, and one for the doctor who prescribed the
    /// check-ins.
    fileprivate func notifications(at time: Instant) -> [NewNotification] {
        ([plan.patient.uuid] + (plan.doctor.map { [$0.uuid] } ?? [])).map { recipient in
            NewNotification(
                recipient: recipient, type: .checkInMissed, subject: .init(.missedCheckIn, missed.uuid), start: nil,
                expires: time.adding(days: 1))
        }
    }
}

extension CheckInReminded {
    fileprivate var notification: NewNotification {
        NewNotification(
            recipient: plan.patient.uuid, type: .checkInDue, subject: .init(.checkInPlan, plan.id.uuid), start: nil,
            expires: plan.due)
    }
}

extension MessageSent {
    fileprivate func notifications(at time: Instant) -> [NewNotification] {
        recipients.map { recipient in
            NewNotification(
                recipient: recipient, type: .messageNew, subject: .init(.messageThread, thread.uuid), start: nil,
                expires: time.adding(days: 7), message: number)
        }
    }
}

extension Actor {
    /// Whether the actor is a patient, a guardian, the holder of a visit link, or a person who books without an
    /// account.
    fileprivate var isOfPatient: Bool {
        switch self {
        case .account(_, let role): role == "patient"
        case .program: self == .visitLink || self == .publicBooking
        }
    }
}
