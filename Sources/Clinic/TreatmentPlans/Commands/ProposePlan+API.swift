import Endpoints
import EventSourcing
import Identifiers
import JSON

/// The body of the request to propose a treatment plan.
struct PlanProposal: Sendable {
    let patient: ID<Patient>
    let draft: PlanDraft

    static let codec = object(
        PlanProposal.checked(patient:title:phases:items:), field("patient_id", \.patient, .patientID),
        optionalField("title", \.draft.title, .planTitle), field("phases", \.draft.phases, .planPhases),
        field("items", \.draft.items, .planItems)
    ).described("The treatment plan to propose.").named("TreatmentPlanProposal")

    private static func checked(
        patient: ID<Patient>, title: Personal<String>?, phases: [Personal<String>], items: [PlanItemDraft]
    ) throws(CheckFailure) -> PlanProposal {
        PlanProposal(patient: patient, draft: try PlanDraft.checked(title: title, phases: phases, items: items))
    }
}

extension TreatmentPlansAPI {
    static let proposeTreatmentPlan = Endpoint<ClinicAction>(
        .post, "/api/v1/treatment-plans", id: "proposeTreatmentPlan", summary: "Propose a treatment plan",
        details: """
            The patient accepts or declines the plan. If a phase has alternatives, the patient chooses one of them. A \
            patient has at most \(ProposePlan.limit) plans, and every version counts. To repeat the request safely, \
            send the same `Idempotency-Key`.
            """,
        tag: tag, for: Clinical.self, takes: .body(PlanProposal.codec),
        answers: [.created(TreatmentPlans.codec, "The treatment plan")],
        problems: [
            .serviceNotOffered, .otherCurrency, .limitReached, .patientMerged, .notFound, .restrictedRecord,
        ],
        idempotency: .required
    ) { caller, body throws(Problem) in
        let reader = RecordReader(caller)
        return .creation { newID in
            let ids = body.draft.items.map { _ -> ID<TreatmentItem> in newID() }
            let id: ID<TreatmentPlan> = newID()
            return ClinicCommand(
                ProposePlan(id, to: body.patient, body.draft, ids: ids),
                answer: .treatmentPlan(id, location: "/api/v1/treatment-plans/\(id)")
            ).opening(for: reader) { _ in body.patient }
        }
    }

    static let reviseTreatmentPlan = Endpoint<ClinicAction>(
        .post, "/api/v1/treatment-plans/{treatment_plan_id}/revise", id: "reviseTreatmentPlan",
        summary: "Propose a new version of a treatment plan",
        details: """
            The earlier version is kept as `revised`. Its scheduled, done and billed items keep their status, and its \
            other items are cancelled. The answer is the new version.
            """,
        tag: tag, for: Clinical.self, takes: .path("treatment_plan_id", .treatmentPlanID), .body(PlanDraft.codec),
        answers: [.created(TreatmentPlans.codec, "The new version")],
        problems: [
            .treatmentPlanStatus, .serviceNotOffered, .otherCurrency, .limitReached, .notFound, .restrictedRecord,
        ],
        idempotency: .required
    ) { caller, old, body throws(Problem) in
        let reader = RecordReader(caller)
        return .creation { newID in
            let ids = body.items.map { _ -> ID<TreatmentItem> in newID() }
            let id: ID<TreatmentPlan> = newID()
            return ClinicCommand(
                ProposePlan(id, revising: old, body, ids: ids),
                answer: .treatmentPlan(id, location: "/api/v1/treatment-plans/\(id)")
            ).opening(for: reader) { $0[.treatmentPlan(old)].patient }
        }
    }
}
