public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that takes a missed check-in off the doctors' list, after a member of staff has seen it.
public struct SeeMissedCheckIn: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknown
        /// The patient's record is restricted, and the caller neither may open it nor prescribed the check-ins.
        case restricted

        public var problem: Problem {
            switch self {
            case .unknown: .notFound
            case .restricted: Problem(.restrictedRecord)
            }
        }
    }

    let missed: ID<MissedCheckIn>
    let reader: RecordReader

    public init(_ missed: ID<MissedCheckIn>, by reader: RecordReader) {
        self.missed = missed
        self.reader = reader
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let state = model[.missedCheckIn(missed)]
        guard let plan = state.plan, let doctor = plan.doctor else { throw .unknown }
        if doctor != reader.staff, reader.access(to: plan.patient, &model, at: now) == .refused { throw .restricted }
        guard !state.isSeen else { return [] }
        return [
            .recovery(.seen(MissedCheckInSeen(missed: missed, patient: plan.patient, by: reader.staff)))
        ]
    }
}

extension RecoveryAPI {
    static let seeMissedCheckIn = Endpoint<ClinicAction>(
        .post, "/api/v1/check-ins/missed/{missed_check_in_id}/seen", id: "seeMissedCheckIn",
        summary: "Mark a missed check-in as seen",
        details: "It is not listed any more. Repeating this changes nothing.", tag: tag, for: Clinical.self,
        takes: .path("missed_check_in_id", .missedCheckInID),
        answers: [.ok(MissedCheckInDocument.codec, "The missed check-in as it is now")],
        problems: [.notFound, .restrictedRecord], idempotency: .accepted
    ) { caller, missed throws(Problem) in
        .command(
            ClinicCommand(
                SeeMissedCheckIn(missed, by: RecordReader(caller)),
                answer: DocumentAnswer(MissedCheckIns.self, DocumentKey(missed))))
    }
}

extension Codec where Value == ID<MissedCheckIn> {
    static var missedCheckInID: Codec { .id().described("The id of the missed check-in.") }
}
