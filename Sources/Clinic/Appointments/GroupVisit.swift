public import EventSourcing
public import Identifiers
import JSON

/// The appointments of several patients for the same service, with the same doctor, in the same chair and with the same
/// start.
public struct GroupVisit: Hashable, Sendable {
    public let service: ID<Service>
    public let doctor: ID<StaffMember>
    public let chair: ID<Chair>
    public let start: Instant

    /// The group visit to which an appointment for `service` with the doctor, chair and start of `place` belongs; `nil`
    /// if that appointment is for one patient only.
    init?(of service: ID<Service>, at place: Place) {
        guard place.capacity != nil else { return nil }
        self.service = service
        doctor = place.doctor
        chair = place.chair
        start = place.slot.start
    }
}

/// A group visit that a patient is to join, and the number of patients who may be booked for it.
struct JoinedGroup: Hashable, Sendable {
    let visit: GroupVisit
    let capacity: Int

    init(_ visit: GroupVisit, capacity: Int) {
        self.visit = visit
        self.capacity = capacity
    }

    /// The group visit to which an appointment for `service` with the doctor, chair and start of `place` belongs, with
    /// the capacity that the service had at the booking; `nil` if that appointment is for one patient only.
    init?(of service: ID<Service>, at place: Place) {
        guard let visit = GroupVisit(of: service, at: place), let capacity = place.capacity else { return nil }
        self.init(visit, capacity: capacity)
    }
}

extension Visit {
    /// The group visit to which this visit belongs; `nil` if it is for one patient only.
    public var group: GroupVisit? { GroupVisit(of: service, at: place) }
}

extension Hold {
    /// The group visit in which the hold keeps a place; `nil` if the held time is for one patient only.
    public var group: GroupVisit? { GroupVisit(of: service, at: place) }
}

extension Codec where Value == Int {
    /// The capacity of a group visit, as a JSON member of answers.
    static var groupCapacity: Codec {
        .int(2...ServiceDetails.mostCapacity).described(
            "The maximum number of patients of the group visit; absent if the appointment is for one patient.")
    }
}
