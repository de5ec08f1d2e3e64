import Identifiers
import JSON

/// A service for group visits, with the maximum number of patients of one group visit.
struct GroupService: Hashable, Sendable {
    let service: ID<Service>
    let capacity: Int

    /// Makes the group service of a visit for some services. The result is `nil` if the visit has several services or
    /// segments, or if its service has no capacity: such a visit is for one patient.
    init?(of services: [Service], _ segments: SegmentPlan?) {
        guard services.count == 1, segments == nil, let only = services.first, let capacity = only.details.capacity
        else { return nil }
        service = only.id
        self.capacity = capacity
    }
}

extension ServiceDetails {
    /// The largest capacity that a service can have.
    static let mostCapacity = 50

    /// Checks that a service with a capacity has no segments.
    func checkCapacity() throws(CheckFailure) {
        guard capacity == nil || segments == nil else {
            throw CheckFailure("bad_capacity", "a service with segments is for one patient")
        }
    }
}

extension Codec where Value == Int {
    static var capacity: Codec {
        .int(1...ServiceDetails.mostCapacity).described(
            """
            The number of patients who can be booked with the same doctor, in the same chair and with the same start; \
            absent: 1. A service with `segments` cannot have it.
            """)
    }
}
