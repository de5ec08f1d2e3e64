public import EventSourcing

/// The events of appointments, such as a booking or a cancellation.
public enum AppointmentEvent: FeatureEvent {
    case booked(AppointmentBooked)
    case approved(AppointmentApproved)
    case confirmed(AppointmentConfirmed)
    case arrived(PatientArrived)
    case arrivedAfterAll(PatientArrivedAfterAll)
    case seated(PatientSeated)
    case started(TreatmentStarted)
    case finished(TreatmentFinished)
    case completed(AppointmentCompleted)
    case missed(AppointmentMissed)
    case cancelled(AppointmentCancelled)
    case rescheduled(AppointmentRescheduled)
    case reassigned(AppointmentReassigned)
    case undone(AppointmentStepUndone)
    case noted(AppointmentNoted)
    case enteredInError(AppointmentEnteredInError)

    public var payload: any EventPayload {
        switch self {
        case .booked(let event): event
        case .approved(let event): event
        case .confirmed(let event): event
        case .arrived(let event): event
        case .arrivedAfterAll(let event): event
        case .seated(let event): event
        case .started(let event): event
        case .finished(let event): event
        case .completed(let event): event
        case .missed(let event): event
        case .cancelled(let event): event
        case .rescheduled(let event): event
        case .reassigned(let event): event
        case .undone(let event): event
        case .noted(let event): event
        case .enteredInError(let event): event
        }
    }

    /// The effects on its appointment that the event's payload declares. Each case is read directly: the existential
    /// value of `payload` would need memory for each event of a fold.
    public var effect: AppointmentEffect {
        switch self {
        case .booked(let event): event.effect
        case .approved(let event): event.effect
        case .confirmed(let event): event.effect
        case .arrived(let event): event.effect
        case .arrivedAfterAll(let event): event.effect
        case .seated(let event): event.effect
        case .started(let event): event.effect
        case .finished(let event): event.effect
        case .completed(let event): event.effect
        case .missed(let event): event.effect
        case .cancelled(let event): event.effect
        case .rescheduled(let event): event.effect
        case .reassigned(let event): event.effect
        case .undone(let event): event.effect
        case .noted(let event): event.effect
        case .enteredInError(let event): event.effect
        }
    }

    public var visit: Visit { effect.visit }

    static func register(in types: EventTypes<ClinicEvent>) -> EventTypes<ClinicEvent> {
        types
            .with(AppointmentBooked.self) { .appointment(.booked($0)) }
            .with(AppointmentApproved.self) { .appointment(.approved($0)) }
            .with(AppointmentConfirmed.self) { .appointment(.confirmed($0)) }
            .with(PatientArrived.self) { .appointment(.arrived($0)) }
            .with(PatientArrivedAfterAll.self) { .appointment(.arrivedAfterAll($0)) }
            .with(PatientSeated.self) { .appointment(.seated($0)) }
            .with(TreatmentStarted.self) { .appointment(.started($0)) }
            .with(TreatmentFinished.self) { .appointment(.finished($0)) }
            .with(AppointmentCompleted.self) { .appointment(.completed($0)) }
            .with(AppointmentMissed.self) { .appointment(.missed($0)) }
            .with(AppointmentCancelled.self) { .appointment(.cancelled($0)) }
            .with(AppointmentRescheduled.self) { .appointment(.rescheduled($0)) }
            .with(AppointmentReassigned.self) { .appointment(.reassigned($0)) }
            .with(AppointmentStepUndone.self) { .appointment(.undone($0)) }
            .with(AppointmentNoted.self) { .appointment(.noted($0)) }
            .with(AppointmentEnteredInError.self) { .appointment(.enteredInError($0)) }
    }
}
