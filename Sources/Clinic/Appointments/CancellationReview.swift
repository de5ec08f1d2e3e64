public import EventSourcing
import Identifiers

/// Counts, from a clinic's events, how an alternative cancellation notice would have changed the past.
///
/// A patient can cancel or move an appointment only while it begins in more hours than the notice, or while the clinic
/// has not approved it. With a longer notice, some cancellations and moves by patients would have been refused. With a
/// shorter notice, patients could have made some cancellations and moves themselves that the clinic made for them.
public struct CancellationReview: Hashable, Sendable {
    /// The alternative cancellation notice, in hours. The review counts its effect on past cancellations and moves.
    public let hours: Int
    /// The cancellation notice in force after the last added event, in hours.
    public private(set) var present = SchedulingRules.standard.cancellationNoticeHours
    /// The number of appointments that were booked.
    public private(set) var booked = 0
    /// The number of cancellations and moves that patients made themselves.
    public private(set) var byPatients = 0
    /// The number of cancellations and moves by patients that the alternative cancellation notice would have refused.
    public private(set) var refused = 0
    /// The number of cancellations and moves that the clinic made when the cancellation notice in force no longer
    /// allowed patients to make them.
    public private(set) var byClinicTooLate = 0
    /// The number of the clinic's cancellations and moves in `byClinicTooLate` that patients could have made themselves
    /// with the alternative cancellation notice.
    public private(set) var possible = 0
    /// The number of visits to which the patient did not come.
    public private(set) var missed = 0

    /// The appointments that wait for the clinic's approval after the last added event.
    private var requests: Set<ID<Appointment>> = []

    /// Begins to count the effect of an alternative cancellation notice.
    ///
    /// - Parameter hours: the alternative cancellation notice, in hours.
    public init(hours: Int) { self.hours = hours }

    /// Counts one event of the clinic's feed. The events must be passed in the order of their positions.
    public mutating func add(_ recorded: Recorded<ClinicEvent>) {
        if case .profile(.schedulingRulesSet(let set)) = recorded.event { present = set.rules.cancellationNoticeHours }
        guard case .appointment(let event) = recorded.event else { return }
        let visit = event.visit
        defer {
            if let status = event.effect.status.next {
                if status == .requested {
                    requests.insert(visit.appointment)
                } else {
                    requests.remove(visit.appointment)
                }
            }
        }
        switch event {
        case .booked: booked += 1
        case .missed: missed += 1
        case .cancelled(let cancelled):
            add(visit, visit.place.slot.start, recorded, isPatient: cancelled.by == .patient)
        case .rescheduled:
            guard case .moves(let from) = event.effect.time else { return }
            add(
                visit, from.slot.start, recorded,
                isPatient: recorded.actor.role == "patient" || recorded.actor == .visitLink)
        default: break
        }
    }

    private mutating func add(
        _ visit: Visit, _ start: Instant, _ recorded: Recorded<ClinicEvent>, isPatient: Bool
    ) {
        // No cancellation notice applies to an appointment that the clinic has not approved.
        let hasNotice = !requests.contains(visit.appointment)
        let ahead = start.seconds(since: recorded.recordedAt)
        if isPatient {
            byPatients += 1
            if hasNotice, ahead <= Int64(hours) * 3_600 { refused += 1 }
        } else if hasNotice, ahead > 0, ahead <= Int64(present) * 3_600 {
            byClinicTooLate += 1
            if ahead > Int64(hours) * 3_600 { possible += 1 }
        }
    }

    /// The numbers of the report, each with its name: the cancellation notice in force, the alternative one, and all
    /// counts of appointments.
    public var counts: [(name: String, count: Int)] {
        [
            ("notice_hours", hours), ("present_notice_hours", present), ("booked", booked),
            ("changed_by_patients", byPatients), ("refused_with_this_notice", refused),
            ("changed_by_the_clinic_too_late_for_patients", byClinicTooLate),
            ("possible_for_patients_with_this_notice", possible), ("missed", missed),
        ]
    }
}
