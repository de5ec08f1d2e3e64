public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that records a patient's answer to a treatment plan. The patient, a guardian or a member of staff sends
/// the command.
public struct AnswerPlan: Decision {
    public enum Answer: Hashable, Sendable {
        case accept([PlanChoice])
        case decline(reason: Personal<String>?)
    }

    public enum Rejection: ClinicRejection, Hashable {
        case unknownPlan
        case wrongStatus(TreatmentPlanStatus)
        /// The answer to a treatment plan does not choose exactly one alternative of each phase with alternatives, or
        /// it contains a choice for another phase.
        case incompleteChoice

        public var problem: Problem {
            switch self {
            case .unknownPlan: .notFound
            case .wrongStatus(let status): .treatmentPlanStatus(status)
            case .incompleteChoice:
                .malformed(
                    body: "/choices", code: "incomplete",
                    detail: "must name one alternative of each phase with alternatives, and no other phase")
            }
        }
    }

    public let plan: ID<TreatmentPlan>
    /// The patient who sends the command, for themselves or for a dependant; `nil` if a member of staff sends it.
    public let sender: ID<Patient>?
    public let answer: Answer

    public init(_ plan: ID<TreatmentPlan>, by sender: ID<Patient>? = nil, _ answer: Answer) {
        self.plan = plan
        self.sender = sender
        self.answer = answer
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let known = model[.treatmentPlan(plan)]
        // After a patient was erased, no reason for declining a treatment plan is stored any more, since it is a text
        // about the patient.
        guard let patient = known.patient, model[.registration(of: patient)].isCurrent else { throw .unknownPlan }
        let guardian = try self.guardian(of: patient, &model)
        let today = model[.basics].zone.date(of: now)
        switch answer {
        case .accept(let choices):
            let choices = choices.sorted { $0.phase < $1.phase }
            if known.status == .accepted, known.choices == choices { return [] }
            guard known.status == .proposed else { throw .wrongStatus(known.status) }
            let alternatives = known.alternatives
            guard choices.map(\.phase) == alternatives.keys.sorted(),
                choices.allSatisfy({ alternatives[$0.phase]?.contains($0.alternative) == true })
            else { throw .incompleteChoice }
            return [
                .treatment(
                    .accepted(
                        TreatmentPlanAccepted(
                            plan: plan, patient: patient, choices: choices, guardian: guardian, acceptedOn: today)))
            ]
        case .decline(let reason):
            if known.status == .declined { return [] }
            guard known.status == .proposed else { throw .wrongStatus(known.status) }
            return [
                .treatment(
                    .declined(
                        TreatmentPlanDeclined(
                            plan: plan, patient: patient, reason: reason, guardian: guardian, declinedOn: today)))
            ]
        }
    }

    /// The guardian who sends the answer to a treatment plan; `nil` if the patient or a member of staff sends it.
    ///
    /// - Throws: `unknownPlan` if the sender is a patient who is not the plan's patient and may not act for the plan's
    ///   patient.
    private func guardian(
        of patient: ID<Patient>, _ model: inout DecisionModel<ClinicEvent>
    ) throws(Rejection) -> ID<Patient>? {
        guard let sender else { return nil }
        let relation = model.relation(of: sender, to: patient)
        guard relation.writes else { throw .unknownPlan }
        return relation == .own ? nil : sender
    }
}

struct PlanAcceptance: Sendable {
    let choices: [PlanChoice]

    static let codec = object(
        PlanAcceptance.init(choices:),
        field(
            "choices", \.choices,
            .array(PlanChoice.codec, 0...PlanPhases.limit).described(
                "The chosen alternative of each phase that has alternatives."), default: [])
    ).described("A patient's acceptance of a treatment plan.").named("TreatmentPlanAcceptance")
}

struct PlanRefusal: Sendable {
    let reason: Personal<String>?

    static let codec = object(
        PlanRefusal.init(reason:),
        optionalField(
            "reason", \.reason,
            .personal(.clinical, .prose(max: 500)).described("Why the patient declines the plan; absent: no reason."))
    ).described("A patient's refusal of a treatment plan.").named("TreatmentPlanRefusal")
}

extension TreatmentPlansAPI {
    static let acceptTreatmentPlan = Endpoint<ClinicAction>(
        .post, "/api/v1/treatment-plans/{treatment_plan_id}/accept", id: "acceptTreatmentPlan",
        summary: "Record that a patient accepted a treatment plan",
        details: "The patient has told the staff their answer. Repeating this with the same choices changes nothing.",
        tag: tag, for: Staff.self, takes: .path("treatment_plan_id", .treatmentPlanID), .body(PlanAcceptance.codec),
        answers: [.ok(TreatmentPlans.codec, "The plan as it is now")],
        problems: [.treatmentPlanStatus, .notFound, .restrictedRecord], idempotency: .accepted
    ) { caller, id, body throws(Problem) in
        .command(
            ClinicCommand(AnswerPlan(id, .accept(body.choices)), answer: .treatmentPlan(id))
                .opening(for: RecordReader(caller)) { $0[.treatmentPlan(id)].patient })
    }

    static let declineTreatmentPlan = Endpoint<ClinicAction>(
        .post, "/api/v1/treatment-plans/{treatment_plan_id}/decline", id: "declineTreatmentPlan",
        summary: "Record that a patient declined a treatment plan",
        details: "The patient has told the staff their answer. Repeating this changes nothing.",
        tag: tag, for: Staff.self, takes: .path("treatment_plan_id", .treatmentPlanID), .body(PlanRefusal.codec),
        answers: [.ok(TreatmentPlans.codec, "The plan as it is now")],
        problems: [.treatmentPlanStatus, .notFound, .restrictedRecord], idempotency: .accepted
    ) { caller, id, body throws(Problem) in
        .command(
            ClinicCommand(AnswerPlan(id, .decline(reason: body.reason)), answer: .treatmentPlan(id))
                .opening(for: RecordReader(caller)) { $0[.treatmentPlan(id)].patient })
    }

    static let acceptOwnTreatmentPlan = Endpoint<ClinicAction>(
        .post, "/api/v1/patient/treatment-plans/{treatment_plan_id}/accept", id: "acceptOwnTreatmentPlan",
        summary: "Accept one's own treatment plan",
        details: """
            A guardian can accept a dependant's plan if the clinic lets guardians act. If a phase has alternatives, \
            `choices` names one of them. Repeating this with the same choices changes nothing.
            """,
        tag: tag, for: PatientOnly.self,
        takes: .path("treatment_plan_id", .treatmentPlanID), .body(PlanAcceptance.codec),
        answers: [.ok(TreatmentPlans.codec, "The plan as it is now")], problems: [.treatmentPlanStatus, .notFound],
        idempotency: .accepted
    ) { caller, id, body throws(Problem) in
        .command(
            ClinicCommand(
                AnswerPlan(id, by: ID(caller.patient), .accept(body.choices)), answer: .treatmentPlan(id)))
    }

    static let declineOwnTreatmentPlan = Endpoint<ClinicAction>(
        .post, "/api/v1/patient/treatment-plans/{treatment_plan_id}/decline", id: "declineOwnTreatmentPlan",
        summary: "Decline one's own treatment plan",
        details:
            """
            A guardian can decline a dependant's plan if the clinic lets guardians act. Repeating this changes \
            nothing.
            """,
        tag: tag, for: PatientOnly.self, takes: .path("treatment_plan_id", .treatmentPlanID), .body(PlanRefusal.codec),
        answers: [.ok(TreatmentPlans.codec, "The plan as it is now")], problems: [.treatmentPlanStatus, .notFound],
        idempotency: .accepted
    ) { caller, id, body throws(Problem) in
        .command(
            ClinicCommand(
                AnswerPlan(id, by: ID(caller.patient), .decline(reason: body.reason)), answer: .treatmentPlan(id)))
    }
}
