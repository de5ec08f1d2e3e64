import Identifiers
import JSON

/// The segments of a visit that is to be booked or moved, and the hygienists of whom one is to treat in it.
struct SegmentPlan: Hashable, Sendable {
    let parts: [VisitSegment]
    let hygienists: [ID<StaffMember>]

    /// The segment plan of a new visit for some services; `nil` if no service has segments. The doctor treats in the
    /// services that have no segments.
    ///
    /// - Parameter hygienist: the requested hygienist; `nil` for any who treats for all of these services.
    init?(of services: [Service], with hygienist: ID<StaffMember>?) {
        guard services.contains(where: { $0.details.segments != nil }) else { return nil }
        parts = services.flatMap { service in
            service.details.segments ?? [VisitSegment(.doctor, minutes: service.details.durationMinutes)]
        }
        hygienists = SegmentPlan.hygienists(of: services).filter { hygienist == nil || $0 == hygienist }
    }

    /// The segment plan of a visit that is moved: its present segments, with its present hygienist or, if the request
    /// names another hygienist who treats for its services, that one; `nil` if the visit has no segments.
    init?(keeping place: Place, for services: [Service], with hygienist: ID<StaffMember>?) {
        guard let segments = place.segments else { return nil }
        parts = segments.parts
        let allowed = SegmentPlan.hygienists(of: services) + [segments.hygienist]
        hygienists = [hygienist ?? segments.hygienist].filter(allowed.contains)
    }

    /// The hygienists who treat for every one of the services that has segments.
    private static func hygienists(of services: [Service]) -> [ID<StaffMember>] {
        let lists = services.filter { $0.details.segments != nil }.map { $0.details.hygienists ?? [] }
        return (lists.first ?? []).filter { hygienist in lists.allSatisfy { $0.contains(hygienist) } }
    }
}

extension ServiceDetails {
    /// Checks that the segments of a service last as long as the service, that doctor and hygienist each have a
    /// segment, and that hygienists are named if and only if there are segments.
    func checkSegments() throws(CheckFailure) {
        guard (segments == nil) == (hygienists == nil) else {
            throw CheckFailure("bad_segments", "segments and hygienists are sent together")
        }
        guard let segments else { return }
        guard segments.minutes == durationMinutes else {
            throw CheckFailure("bad_segments", "the segments must last as long as duration_minutes")
        }
        guard segments.contains(where: { $0.provider == .doctor }),
            segments.contains(where: { $0.provider == .hygienist })
        else { throw CheckFailure("bad_segments", "both the doctor and the hygienist must have a segment") }
    }

    /// The maximum number of hygienists of a service.
    static let mostHygienists = 50
}

extension Codec where Value == [VisitSegment] {
    static var serviceSegments: Codec {
        .array(VisitSegment.codec, 2...VisitSegment.limit).described(
            """
            The parts of the visit in which the doctor or the hygienist treats, from its start to its end; absent: the doctor \
            treats the whole time. The one who does not treat is free for other patients.
            """)
    }
}

extension Codec where Value == [ID<StaffMember>] {
    static var serviceHygienists: Codec {
        .array(.id(), 1...ServiceDetails.mostHygienists).described(
            """
            The ids of the members of staff who treat in the hygienist's segments. They have the role `doctor`, and hours of \
            their own. Required with `segments`.
            """)
    }
}
