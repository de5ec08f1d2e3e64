public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command with which a patient, or a person without a clinic, checks in.
///
/// If a check-in was due and no server has counted it as missed yet, it is counted now. So the number of missed
/// check-ins does not depend on when a server looks for them.
public struct RecordCheckIn: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        /// The caller has no running plan of check-ins.
        case noPlan

        public var problem: Problem {
            switch self {
            case .noPlan: .notFound
            }
        }
    }

    let checkIn: ID<CheckIn>
    let owner: CheckInOwner
    let source: CheckInSource

    public init(_ checkIn: ID<CheckIn>, of owner: CheckInOwner, source: CheckInSource = .manual) {
        self.checkIn = checkIn
        self.owner = owner
        self.source = source
    }

    public init(_ checkIn: ID<CheckIn>, of patient: ID<Patient>, source: CheckInSource = .manual) {
        self.init(checkIn, of: .patient(patient), source: source)
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        try model.requireCurrent(owner, else: Rejection.noPlan)
        guard var (plan, events) = model.runningCheckIns(of: owner.id, at: now, answered: true) else { throw .noPlan }
        plan.checkIn(at: now)
        events.append(.recovery(.checkedIn(CheckedIn(checkIn: checkIn, source: source, plan: plan))))
        return events
    }
}

struct CheckInBody: Sendable {
    let source: CheckInSource

    static let codec = object(
        CheckInBody.init(source:), field("source", \.source, .checkInSource, default: .manual)
    ).described("A check-in.").named("CheckInDraft")
}

extension Codec where Value == CheckInSource {
    static var checkInSource: Codec {
        .stringEnum.described("How the patient checked in: `manual` (in the app), `notification`, `widget` or `watch`.")
    }
}

extension RecoveryAPI {
    static let recordCheckIn = Endpoint<ClinicAction>(
        .post, "/api/v1/check-ins", id: "recordCheckIn", summary: "Check in",
        details: "The next check-in is due one interval later. 404 if no check-ins are prescribed or chosen.",
        tag: tag, for: PatientOrPerson.self, takes: .body(CheckInBody.codec),
        answers: [.made(CheckInDocument.codec, "The check-in, with its time")], problems: [.notFound],
        idempotency: .accepted
    ) { caller, body throws(Problem) in
        .creation { newID in
            let id: ID<CheckIn> = newID()
            return ClinicCommand(
                RecordCheckIn(id, of: CheckInOwner(caller), source: body.source),
                answer: DocumentAnswer(CheckIns.self, DocumentKey(id)))
        }
    }
}
