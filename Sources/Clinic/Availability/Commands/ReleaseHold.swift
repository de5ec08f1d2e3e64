public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that releases a patient's hold before it expires.
public struct ReleaseHold: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknown
        /// The hold belongs to a patient for whom the caller may not act.
        case notYours

        public var problem: Problem {
            switch self {
            case .unknown: .notFound
            case .notYours: Problem(.forbidden)
            }
        }
    }

    let hold: ID<Hold>
    let patient: ID<Patient>
    /// The patient who sends the command; `nil` for the staff.
    let caller: ID<Patient>?

    public init(_ hold: ID<Hold>, patient: ID<Patient>, caller: ID<Patient>? = nil) {
        self.hold = hold
        self.patient = patient
        self.caller = caller
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        if let caller, caller != patient, !model.mayAct(caller, for: patient) { throw .notYours }
        let holds = model.holds(of: patient, model[.basics].zone, at: now)
        guard let held = holds.first(where: { $0.id == hold }) else { throw .unknown }
        return now < held.expiresAt ? [.hold(.released(SlotReleased(hold: held)))] : []
    }
}

extension AvailabilityAPI {
    static let releaseHold = Endpoint<ClinicAction>(
        .delete, "/api/v1/holds/{hold_id}", id: "releaseHold", summary: "Release a hold",
        details: "The time is free again.",
        tag: tag, for: Anyone.self, takes: .path("hold_id", .holdID),
        .optionalQuery(
            "patient_id",
            Codec<ID<Patient>>.id().described("The patient whom the hold is for. The staff must name one.")),
        answers: [.ok(HoldDocument.codec, "The hold that has ended")], problems: [.notFound], idempotency: .accepted
    ) { caller, id, patient throws(Problem) in
        guard caller.role == .patient || patient != nil else {
            throw .malformed(query: "patient_id", code: "missing", detail: "must be there")
        }
        let booker = Booker(caller.principal)
        let patient = try booker.patient(named: patient)
        return .command(
            ClinicCommand(
                ReleaseHold(id, patient: patient, caller: booker.caller),
                answer: DocumentAnswer(Holds.self, DocumentKey(patient))))
    }
}
