public import EventSourcing
public import Identifiers

/// An event of one appointment. It declares its effects on status and time, which the folds of appointments read.
public protocol AppointmentPayload: EventPayload {
    /// The appointment's patient, doctor, chair, service and time after the event.
    var visit: Visit { get }
    var statusEffect: StatusEffect { get }
    var timeEffect: TimeEffect { get }
}

/// The effect of an event on an appointment's status.
public enum StatusEffect: Hashable, Sendable {
    /// The appointment was booked or rescheduled, and begins with the given status. Steps from before this event can no
    /// longer be undone.
    case begins(AppointmentStatus)
    /// The event brings the appointment to the given later status.
    case reaches(AppointmentStatus)
    /// The step that led from the status `to` to the status `from` is undone.
    case returns(from: AppointmentStatus, to: AppointmentStatus)
    case unchanged

    /// The appointment's status after the event; `nil` if the event does not change it.
    public var next: AppointmentStatus? {
        switch self {
        case .begins(let status), .reaches(let status), .returns(_, let status): status
        case .unchanged: nil
        }
    }
}

/// The effect of an event on the time that the appointment takes from its doctor, chair and patient.
public enum TimeEffect: Hashable, Sendable {
    /// A new appointment takes the visit's time. The agendas of the place drop the patient's hold, if they have one.
    case takes
    /// The appointment takes the time of the visit's new place, and frees the time of its old place `from`. The agendas
    /// of both places drop the patient's hold, if they have one.
    case moves(from: Place)
    case frees
    /// The appointment takes again the time that a cancellation or a no-show had freed: that step was undone, or the
    /// patient arrived after all.
    case takesAgain
    case unchanged
}

extension AppointmentPayload {
    /// The event's tags. Every event has the tags of its appointment and of the treatment plans that the visit is for.
    /// An event that takes or frees time also has the tags of the doctor's day, the chair's day and the patient's year.
    public var tags: [Tag] {
        var tags = [Tag.appointment(visit.appointment)]
        if !visit.treatment.isEmpty { tags += visit.treatment.planTags }
        switch timeEffect {
        case .unchanged: break
        case .takes, .frees, .takesAgain: tags += visit.place.dayTags(with: visit.patient)
        case .moves(let from):
            tags += visit.place.dayTags(with: visit.patient)
            for tag in from.dayTags(with: visit.patient) where !tags.contains(tag) { tags.append(tag) }
        }
        return tags
    }

    /// The patient's id. The personal values in the event are encrypted with this person's keys.
    public var person: UUIDBytes? { visit.patient.uuid }

    var effect: AppointmentEffect {
        AppointmentEffect(visit: visit, status: statusEffect, time: timeEffect)
    }
}

/// All effects of an event on its appointment, as the event's payload declares them.
public struct AppointmentEffect: Sendable {
    /// The appointment's patient, doctor, chair, service and time after the event.
    public let visit: Visit
    public let status: StatusEffect
    public let time: TimeEffect
}
