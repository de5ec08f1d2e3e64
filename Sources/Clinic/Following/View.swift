public import EventSourcing
import Identifiers

/// A resource that clients poll, such as a day's queue. Its version is the position of the last event that changes it.
public enum View: Hashable, Sendable {
    /// The view of events that may change any view; its version counts for all views.
    case everything
    /// The view of all events on a day of the clinic's calendar.
    case day(CivilDate)
    /// The view of all events on patients' accounts.
    case accounts
    /// A day at reception: its appointments, and what their patients owe.
    case reception(CivilDate)
    /// The appointments of a group of patients. A version for each patient would take memory for each patient.
    case patients(group: Int)

    static let groups: UInt64 = 1_024

    /// The view that changes with a patient's appointments.
    static func ofGroup(of patient: ID<Patient>) -> View { .patients(group: Int(patient.uuid.low % groups)) }

    /// The views whose versions count for this one.
    public var parts: [View] {
        switch self {
        case .reception(let date): [.day(date), .accounts, .everything]
        case .day, .accounts, .patients: [self, .everything]
        case .everything: [self]
        }
    }

    /// The view's name in an `ETag`.
    public var name: String {
        switch self {
        case .everything: "*"
        case .day(let date): "\(date.daysSince1970)"
        case .accounts: "a"
        case .reception(let date): "r\(date.daysSince1970)"
        case .patients(let group): "p\(group)"
        }
    }
}
