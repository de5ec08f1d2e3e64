public import EventSourcing
public import Identifiers
public import JSON

/// A patient accepted a treatment plan, and chose one alternative of each phase with alternatives.
public struct TreatmentPlanAccepted: EventPayload, Hashable {
    public let plan: ID<TreatmentPlan>
    public let patient: ID<Patient>
    public let choices: [PlanChoice]
    /// The guardian who accepted the treatment plan for the patient; `nil` if the patient or a member of staff did.
    public let guardian: ID<Patient>?
    public let acceptedOn: CivilDate

    public static let stored = StoredType("treatment-plan-accepted")
    public static let codec = object(
        TreatmentPlanAccepted.init(plan:patient:choices:guardian:acceptedOn:),
        field("plan_id", \.plan, .id()),
        field("patient_id", \.patient, .id()),
        field("choices", \.choices, .array(PlanChoice.codec, 0...PlanPhases.limit)),
        optionalField("guardian_id", \.guardian, .id()),
        field("accepted_on", \.acceptedOn, .date))
    public var tags: [Tag] { [.treatmentPlan(plan), .patientPlans(patient)] }
}

public struct TreatmentPlanDeclined: EventPayload, Hashable {
    public let plan: ID<TreatmentPlan>
    public let patient: ID<Patient>
    public let reason: Personal<String>?
    /// The guardian who declined the treatment plan for the patient; `nil` if the patient or a member of staff did.
    public let guardian: ID<Patient>?
    public let declinedOn: CivilDate

    public static let stored = StoredType("treatment-plan-declined")
    public static let codec = object(
        TreatmentPlanDeclined.init(plan:patient:reason:guardian:declinedOn:),
        field("plan_id", \.plan, .id()),
        field("patient_id", \.patient, .id()),
        optionalField("reason", \.reason, .personal(.clinical, .prose(max: 500))),
        optionalField("guardian_id", \.guardian, .id()),
        field("declined_on", \.declinedOn, .date))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] { [.treatmentPlan(plan), .patientPlans(patient)] }
}

/// The clinic cancelled a treatment plan. Items that are scheduled, done or billed keep their status.
public struct TreatmentPlanCancelled: EventPayload, Hashable {
    public let plan: ID<TreatmentPlan>
    public let patient: ID<Patient>
    public let reason: Personal<String>

    public static let stored = StoredType("treatment-plan-cancelled")
    public static let codec = object(
        TreatmentPlanCancelled.init(plan:patient:reason:),
        field("plan_id", \.plan, .id()),
        field("patient_id", \.patient, .id()),
        field("reason", \.reason, .personal(.clinical, .prose(max: 500))))
    public var person: UUIDBytes? { patient.uuid }
    public var tags: [Tag] { [.treatmentPlan(plan), .patientPlans(patient)] }
}
