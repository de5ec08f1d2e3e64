public import EventSourcing
import Identifiers

/// A list that clients poll or follow, such as a day's queue. Its version is the position of the last event that
/// changes it.
public enum View: Hashable, Sendable {
    /// The view of all data of the clinic. An event that can change any view changes this view; a change of this view
    /// is a change of all views.
    case everything
    /// The view of all appointments on a day of the clinic's calendar.
    case day(CivilDate)
    /// The view of all appointments on the days from the first to the last, both included.
    case days(CivilDate, CivilDate)
    /// The view of the debts and credits of all patients.
    case accounts
    /// The view of the messages and read marks of all patients, and of the guardians who may read the messages. All
    /// readers of a clinic share one view, because a view for each reader would take too much memory.
    case messages
    /// The view of a day at reception: its appointments, and what their patients owe.
    case reception(CivilDate)
    /// The view of the appointments of a group of patients. A group has one view version, since a version for each
    /// patient would take too much memory.
    case patients(group: Int)
    /// The view of the appointments of the two groups of patients to which the surviving and the merged record of a
    /// person belong.
    case person(group: Int, other: Int)

    static let groups: UInt64 = 1_024

    /// The view that changes with a patient's appointments.
    static func ofGroup(of patient: ID<Patient>) -> View { .patients(group: Int(patient.uuid.low % groups)) }

    /// The view that changes with the appointments of a patient's record and of the record that was merged into it.
    static func ofPerson(_ patient: ID<Patient>, merged: ID<Patient>?) -> View {
        guard case .patients(let group) = ofGroup(of: patient), let merged,
            case .patients(let other) = ofGroup(of: merged), other != group
        else { return ofGroup(of: patient) }
        return .person(group: group, other: other)
    }

    /// The views of which this view consists. This view changes when one of its parts changes.
    public var parts: [View] {
        switch self {
        case .reception(let date): [.day(date), .accounts, .everything]
        case .day, .accounts, .messages, .patients: [self, .everything]
        case .days(let first, let last):
            (first.daysSince1970...max(first.daysSince1970, last.daysSince1970)).map {
                .day(CivilDate(daysSince1970: $0))
            } + [.everything]
        case .person(let group, let other): [.patients(group: group), .patients(group: other), .everything]
        case .everything: [self]
        }
    }

    /// The view's name in an `ETag` and in the version of a followed list.
    public var name: String {
        switch self {
        case .everything: "*"
        case .day(let date): "\(date.daysSince1970)"
        case .days(let first, let last): "d\(first.daysSince1970)-\(last.daysSince1970)"
        case .accounts: "a"
        case .messages: "m"
        case .reception(let date): "r\(date.daysSince1970)"
        case .patients(let group): "p\(group)"
        case .person(let group, let other): "p\(group)-\(other)"
        }
    }
}
