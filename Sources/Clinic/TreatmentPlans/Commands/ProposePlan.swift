public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that proposes a treatment plan, or a new version of a treatment plan, to a patient.
public struct ProposePlan: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknownPatient
        case unknownPlan
        /// The treatment plan was cancelled or revised, so it cannot be revised.
        case wrongStatus(TreatmentPlanStatus)
        /// The clinic does not offer the service of the treatment plan's item at `index`.
        case serviceNotOffered(index: Int)
        /// The doctor of the treatment plan's item at `index` is not an active doctor of the clinic.
        case unknownDoctor(index: Int)
        case otherCurrency(expected: Currency)
        /// The sum of the fees of the treatment plan's items is larger than the largest amount of money.
        case feesOutOfBounds
        case tooMany

        public var problem: Problem {
            switch self {
            case .unknownPatient, .unknownPlan: .notFound
            case .wrongStatus(let status): .treatmentPlanStatus(status)
            case .serviceNotOffered: Problem(.serviceNotOffered)
            case .unknownDoctor(let index):
                .malformed(
                    body: "/items/\(index)/doctor_id", code: "unknown_doctor", detail: "must be an active doctor")
            case .otherCurrency(let expected): .otherCurrency(expected: expected)
            case .feesOutOfBounds:
                .malformed(
                    body: "/items", code: "out_of_range",
                    detail: "the sum of the fees is larger than the largest amount of money")
            case .tooMany:
                Problem(
                    .limitReached,
                    "A patient has at most \(ProposePlan.limit) treatment plans, and every version counts.")
            }
        }
    }

    /// The maximum number of treatment plans of one patient. Every version counts.
    public static let limit = 200

    public let plan: ID<TreatmentPlan>
    /// The patient of the first version of a treatment plan; `nil` if the command proposes a new version of the plan
    /// `revised`.
    public let newPatient: ID<Patient>?
    public let revised: ID<TreatmentPlan>?
    public let draft: PlanDraft
    /// The ids of the items of the treatment plan's draft, which the server generates.
    public let ids: [ID<TreatmentItem>]

    /// Creates the command that proposes the first version of a treatment plan.
    public init(_ plan: ID<TreatmentPlan>, to patient: ID<Patient>, _ draft: PlanDraft, ids: [ID<TreatmentItem>]) {
        self.plan = plan
        newPatient = patient
        revised = nil
        self.draft = draft
        self.ids = ids
    }

    /// Creates the command that proposes a new version of the treatment plan `revised`.
    public init(
        _ plan: ID<TreatmentPlan>, revising revised: ID<TreatmentPlan>, _ draft: PlanDraft, ids: [ID<TreatmentItem>]
    ) {
        self.plan = plan
        newPatient = nil
        self.revised = revised
        self.draft = draft
        self.ids = ids
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let settings = model[.settings]
        let (patient, revision) = try subject(&model)
        guard model[.registration(of: patient)].isCurrent else { throw .unknownPatient }
        guard model[.plans(of: patient)].plans.count < ProposePlan.limit else { throw .tooMany }
        var items: [TreatmentItem] = []
        for (index, (id, item)) in zip(ids, draft.items).enumerated() {
            items.append(try proposed(item, id, at: index, by: settings))
        }
        guard items.reduce(0, { $0 + $1.fee.amount }) <= Money.bounds.upperBound else { throw .feesOutOfBounds }
        return [
            .treatment(
                .proposed(
                    TreatmentPlanProposed(
                        plan: plan, patient: patient, revises: revised, revision: revision, title: draft.title,
                        phases: draft.phases, items: items, proposedOn: settings.zone.date(of: now))))
        ]
    }

    /// The patient and the version number of the treatment plan that the command proposes. If the patient's record was
    /// merged into another one, a new version belongs to the surviving record.
    private func subject(
        _ model: inout DecisionModel<ClinicEvent>
    ) throws(Rejection) -> (patient: ID<Patient>, revision: Int) {
        if let newPatient { return (newPatient, 1) }
        guard let revised else { throw .unknownPlan }
        let old = model[.treatmentPlan(revised)]
        guard let patient = old.patient else { throw .unknownPlan }
        switch old.status {
        case .proposed, .accepted, .declined: break
        case .cancelled, .revised: throw .wrongStatus(old.status)
        }
        return (model[.registration(of: patient)].mergedInto ?? patient, old.revision + 1)
    }

    private func proposed(
        _ item: PlanItemDraft, _ id: ID<TreatmentItem>, at index: Int, by settings: ClinicSettings
    ) throws(Rejection) -> TreatmentItem {
        guard let service = settings.services[item.service], service.isActive else {
            throw .serviceNotOffered(index: index)
        }
        if let doctor = item.doctor {
            guard let member = settings.staff[doctor], member.isActive, member.isDoctor else {
                throw .unknownDoctor(index: index)
            }
        }
        let fee = item.fee ?? service.details.price(with: item.doctor)
        guard fee.currency == settings.currency else { throw .otherCurrency(expected: settings.currency) }
        return TreatmentItem(
            id: id, phase: item.phase, alternative: item.alternative, service: item.service,
            serviceName: service.details.name, tooth: item.tooth, surfaces: item.surfaces, doctor: item.doctor,
            fee: fee, note: item.note)
    }
}
