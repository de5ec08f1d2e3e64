public import EventSourcing
public import Identifiers

/// An event of one appointment. It declares its effects, which every fold of appointments reads.
public protocol AppointmentPayload: EventPayload {
    /// The appointment as it is after the event.
    var visit: Visit { get }
    var statusEffect: StatusEffect { get }
    var timeEffect: TimeEffect { get }
}

/// The effect of an event on an appointment's status.
public enum StatusEffect: Hashable, Sendable {
    /// The appointment was booked or moved, and has this status. All steps before this event are no longer valid.
    case begins(AppointmentStatus)
    /// The appointment reaches this later status.
    case reaches(AppointmentStatus)
    /// The step that led to the status `from` is undone.
    case returns(from: AppointmentStatus, to: AppointmentStatus)
    case unchanged

    /// The status after the event; `nil` if it is unchanged.
    public var next: AppointmentStatus? {
        switch self {
        case .begins(let status), .reaches(let status), .returns(_, let status): status
        case .unchanged: nil
        }
    }
}

/// The effect of an event on the taken time of the visit's doctor, chair and patient.
public enum TimeEffect: Hashable, Sendable {
    /// A new appointment takes the visit's time. If the patient had a hold, it is used up.
    case takes
    /// The appointment takes the visit's time, and its old time `from` is free again. If the patient had a hold, it is
    /// used up.
    case moves(from: Place)
    case frees
    /// The appointment takes the visit's time again, which an earlier event had freed.
    case takesAgain
    case unchanged
}

extension AppointmentPayload {
    /// The event's tags. Decisions about the appointment read all its events; decisions about a doctor, a chair or a
    /// patient read those that change the time.
    public var tags: [Tag] {
        var tags = [Tag.appointment(visit.appointment)]
        switch timeEffect {
        case .unchanged: break
        case .takes, .frees, .takesAgain: tags += visit.place.dayTags(with: visit.patient)
        case .moves(let from):
            tags += visit.place.dayTags(with: visit.patient)
            for tag in from.dayTags(with: visit.patient) where !tags.contains(tag) { tags.append(tag) }
        }
        return tags
    }

    /// The patient's id, since the event's texts are about the patient.
    public var person: UUIDBytes? { visit.patient.uuid }

    var effect: AppointmentEffect {
        AppointmentEffect(visit: visit, status: statusEffect, time: timeEffect)
    }
}

/// All effects of an event, as its payload declares them.
public struct AppointmentEffect: Sendable {
    /// The appointment as it is after the event.
    public let visit: Visit
    public let status: StatusEffect
    public let time: TimeEffect
}
