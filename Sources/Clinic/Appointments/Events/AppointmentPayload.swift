public import EventSourcing
public import Identifiers

/// An event of one appointment. It declares its effects on status and time, which the folds of appointments read.
public protocol AppointmentPayload: EventPayload {
    /// The appointment's patient, doctor, chair, service and time after the event.
    var visit: Visit { get }
    var statusEffect: StatusEffect { get }
    var timeEffect: TimeEffect { get }
    /// The effect of the event on the service and on the items of treatment plans. Most events change neither.
    var purposeEffect: PurposeEffect { get }
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

/// The effect of an event on the purpose of an appointment: its service, and the items of treatment plans that it is for.
public enum PurposeEffect: Hashable, Sendable {
    /// The appointment was for the given purpose, and is now for the purpose of the event's visit.
    case changes(from: VisitPurpose)
    case unchanged

    /// The items of treatment plans that the appointment was for before the event changed its purpose.
    var formerItems: [PlannedItem] { if case .changes(let from) = self { from.treatment } else { [] } }
}

extension AppointmentPayload {
    public var purposeEffect: PurposeEffect { .unchanged }

    /// The event's tags. Every event has the tags of its appointment, of the series with which the visit was planned,
    /// and of the treatment plans that the visit is for or was for until this event. An event that takes or frees time
    /// also has the tags of the doctor's day, the chair's day and the patient's year.
    public var tags: [Tag] {
        var tags = [Tag.appointment(visit.appointment)]
        if let series = visit.series { tags.append(.series(series)) }
        if !visit.treatment.isEmpty { tags += visit.treatment.planTags }
        for tag in purposeEffect.formerItems.planTags where !tags.contains(tag) { tags.append(tag) }
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
        AppointmentEffect(visit: visit, status: statusEffect, time: timeEffect, purpose: purposeEffect)
    }
}

/// All effects of an event on its appointment, as the event's payload declares them.
public struct AppointmentEffect: Sendable {
    /// The appointment's patient, doctor, chair, service and time after the event.
    public let visit: Visit
    public let status: StatusEffect
    public let time: TimeEffect
    public let purpose: PurposeEffect
}
