public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that cancels a treatment plan. Its scheduled, done and billed items keep their status.
public struct CancelPlan: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknownPlan
        case wrongStatus(TreatmentPlanStatus)

        public var problem: Problem {
            switch self {
            case .unknownPlan: .notFound
            case .wrongStatus(let status): .treatmentPlanStatus(status)
            }
        }
    }

    public let plan: ID<TreatmentPlan>
    public let reason: Personal<String>

    public init(_ plan: ID<TreatmentPlan>, reason: Personal<String>) {
        self.plan = plan
        self.reason = reason
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let known = model[.treatmentPlan(plan)]
        // After a patient was erased, no reason for cancelling a treatment plan is stored any more, since it is a text
        // about the patient.
        guard let patient = known.patient, model[.registration(of: patient)].isCurrent else { throw .unknownPlan }
        switch known.status {
        case .cancelled: return []
        case .proposed, .accepted: break
        case .declined, .revised: throw .wrongStatus(known.status)
        }
        return [.treatment(.cancelled(TreatmentPlanCancelled(plan: plan, patient: patient, reason: reason)))]
    }
}

struct PlanCancellation: Sendable {
    let reason: Personal<String>

    static let codec = object(
        PlanCancellation.init(reason:),
        field(
            "reason", \.reason, .personal(.clinical, .prose(max: 500)).described("Why the treatment plan is cancelled.")
        )
    ).described("Why a treatment plan is cancelled.").named("TreatmentPlanCancellation")
}

extension TreatmentPlansAPI {
    static let cancelTreatmentPlan = Endpoint<ClinicAction>(
        .post, "/api/v1/treatment-plans/{treatment_plan_id}/cancel", id: "cancelTreatmentPlan",
        summary: "Cancel a treatment plan",
        details: "Scheduled, done and billed items keep their status. Repeating this changes nothing.",
        tag: tag, for: Clinical.self, takes: .path("treatment_plan_id", .treatmentPlanID),
        .body(PlanCancellation.codec),
        answers: [.ok(TreatmentPlans.codec, "The plan as it is now")],
        problems: [.treatmentPlanStatus, .notFound, .restrictedRecord], idempotency: .accepted
    ) { caller, id, body throws(Problem) in
        .command(
            ClinicCommand(CancelPlan(id, reason: body.reason), answer: .treatmentPlan(id))
                .opening(for: RecordReader(caller)) { $0[.treatmentPlan(id)].patient })
    }
}
