public import Endpoints
public import EventSourcing
import Identifiers
import JSON

/// The command that ends an entry of the waitlist whose patient does not want to wait any more.
public struct LeaveWaitlist: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknown
        case notWaiting(WaitlistStatus)

        public var problem: Problem {
            switch self {
            case .unknown: .notFound
            case .notWaiting(let status): .notWaiting(status)
            }
        }
    }

    let target: WaitlistTarget

    public init(_ target: WaitlistTarget) { self.target = target }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let course = try target.course(in: &model, else: Rejection.unknown)
        switch course.status {
        case .waiting: return [.waitlist(.left(WaitlistLeft(entry: course.entry.reference)))]
        case .left: return []
        case .booked: throw .notWaiting(.booked)
        }
    }
}

extension WaitlistAPI {
    static let leaveWaitlist = Endpoint<ClinicAction>(
        .post, "/api/v1/waitlist/{waitlist_entry_id}/leave", id: "leaveWaitlist", summary: "Stop waiting for a time",
        details: "Open offers end too. Repeating this changes nothing.", tag: tag, for: PatientOrFrontDesk.self,
        takes: .path("waitlist_entry_id", .waitlistEntryID),
        answers: [.ok(WaitlistDocument.codec, "The entry as it is now")], problems: [.notFound, .notWaiting],
        idempotency: .accepted
    ) { caller, id throws(Problem) in
        .command(
            ClinicCommand(
                LeaveWaitlist(Booker(caller.principal).waitlist(id)),
                answer: DocumentAnswer(Waitlist.self, DocumentKey(id))))
    }
}
