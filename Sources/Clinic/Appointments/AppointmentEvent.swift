public import EventSourcing
public import Identifiers

/// The events of an appointment.
public enum AppointmentEvent: FeatureEvent {
    case booked(AppointmentBooked)
    case approved(AppointmentApproved)
    case confirmed(AppointmentConfirmed)
    case arrived(PatientArrived)
    case seated(PatientSeated)
    case started(TreatmentStarted)
    case finished(TreatmentFinished)
    case completed(AppointmentCompleted)
    case missed(AppointmentMissed)
    case cancelled(AppointmentCancelled)
    case rescheduled(AppointmentRescheduled)
    case undone(AppointmentStepUndone)
    case noted(AppointmentNoted)
    case enteredInError(AppointmentEnteredInError)

    public var payload: any EventPayload { fact }

    public var fact: any AppointmentPayload {
        switch self {
        case .booked(let event): event
        case .approved(let event): event
        case .confirmed(let event): event
        case .arrived(let event): event
        case .seated(let event): event
        case .started(let event): event
        case .finished(let event): event
        case .completed(let event): event
        case .missed(let event): event
        case .cancelled(let event): event
        case .rescheduled(let event): event
        case .undone(let event): event
        case .noted(let event): event
        case .enteredInError(let event): event
        }
    }

    public var visit: Visit { fact.visit }

    static func register(in types: EventTypes<ClinicEvent>) -> EventTypes<ClinicEvent> {
        types
            .with(AppointmentBooked.self) { .appointment(.booked($0)) }
            .with(AppointmentApproved.self) { .appointment(.approved($0)) }
            .with(AppointmentConfirmed.self) { .appointment(.confirmed($0)) }
            .with(PatientArrived.self) { .appointment(.arrived($0)) }
            .with(PatientSeated.self) { .appointment(.seated($0)) }
            .with(TreatmentStarted.self) { .appointment(.started($0)) }
            .with(TreatmentFinished.self) { .appointment(.finished($0)) }
            .with(AppointmentCompleted.self) { .appointment(.completed($0)) }
            .with(AppointmentMissed.self) { .appointment(.missed($0)) }
            .with(AppointmentCancelled.self) { .appointment(.cancelled($0)) }
            .with(AppointmentRescheduled.self) { .appointment(.rescheduled($0)) }
            .with(AppointmentStepUndone.self) { .appointment(.undone($0)) }
            .with(AppointmentNoted.self) { .appointment(.noted($0)) }
            .with(AppointmentEnteredInError.self) { .appointment(.enteredInError($0)) }
    }
}

/// An event of one appointment.
public protocol AppointmentPayload: EventPayload {
    /// The appointment as it is after the event.
    var visit: Visit { get }
}

extension AppointmentPayload {
    /// By default only decisions about the same appointment read the event.
    public var tags: [Tag] { [.appointment(visit.appointment)] }
    /// The event's texts are about the patient.
    public var person: UUIDBytes? { visit.patient.uuid }
}

/// An event that takes or frees time, so that decisions about doctor, chair and patient read it.
public protocol TimeTakingPayload: AppointmentPayload {}

extension TimeTakingPayload {
    public var tags: [Tag] { [.appointment(visit.appointment)] + visit.place.dayTags(with: visit.patient) }
}
