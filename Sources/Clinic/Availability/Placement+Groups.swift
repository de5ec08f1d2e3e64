import EventSourcing
import Identifiers

extension Placement {
    /// The service of the visit with its capacity; `nil` if the visit is for one patient.
    var groupService: GroupService? { GroupService(of: [service] + further, segments) }

    /// The doctor's group visits at the requested start in which others are booked or hold a place. If the request
    /// names a chair, these are only the group visits in that chair. Some of the group visits may have no place left.
    func groups(
        with doctor: StaffMember, on date: CivilDate, _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) -> [JoinedGroup] {
        guard let group = groupService else { return [] }
        let day = model[.doctorDay(doctor.id, date)]
        return day.groups(of: group.service, from: start, for: seeker.visitor, at: now)
            .filter { chair == nil || $0.chair == chair }
            .map { JoinedGroup($0, capacity: group.capacity) }
    }
}
