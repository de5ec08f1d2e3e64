public import EventSourcing
public import Identifiers
public import JSON

/// A treatment plan was proposed to a patient. If the plan is a new version of an earlier plan, this event gives the
/// earlier plan the status `revised`.
public struct TreatmentPlanProposed: EventPayload, Hashable {
    public let plan: ID<TreatmentPlan>
    public let patient: ID<Patient>
    /// The treatment plan that the new plan replaces; `nil` for a first version.
    public let revises: ID<TreatmentPlan>?
    /// The number of the treatment plan's version; the first version is 1.
    public let revision: Int
    public let title: Personal<String>?
    /// The names of the treatment plan's phases, in their order.
    public let phases: [Personal<String>]
    public let items: [TreatmentItem]
    public let proposedOn: CivilDate

    public static let stored = StoredType("treatment-plan-proposed")
    public static let codec = object(
        TreatmentPlanProposed.init(plan:patient:revises:revision:title:phases:items:proposedOn:),
        field("plan_id", \.plan, .id()),
        field("patient_id", \.patient, .id()),
        optionalField("revises", \.revises, .id()),
        field("revision", \.revision, .int(1...1000)),
        optionalField("title", \.title, .personal(.clinical, .string(max: 200))),
        field("phases", \.phases, .array(.personal(.clinical, .string(max: 200)), 1...PlanPhases.limit)),
        field("items", \.items, .array(TreatmentItem.codec, 1...TreatmentItem.limit)),
        field("proposed_on", \.proposedOn, .date))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] {
        [.treatmentPlan(plan), .patientPlans(patient)] + (revises.map { [.treatmentPlan($0)] } ?? [])
    }
}
