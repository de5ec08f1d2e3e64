public import EventSourcing
public import Identifiers
public import JSON

/// One item of a treatment plan was marked as done.
public struct TreatmentItemDone: EventPayload, Hashable {
    public let plan: ID<TreatmentPlan>
    public let patient: ID<Patient>
    public let item: ID<TreatmentItem>
    public let doneOn: CivilDate
    /// The doctor who did the work; `nil` if it is not known.
    public let doctor: ID<StaffMember>?

    public static let stored = StoredType("treatment-item-done")
    public static let codec = object(
        TreatmentItemDone.init(plan:patient:item:doneOn:doctor:),
        field("plan_id", \.plan, .id()),
        field("patient_id", \.patient, .id()),
        field("item_id", \.item, .id()),
        field("done_on", \.doneOn, .date),
        optionalField("doctor_id", \.doctor, .id()))
    public var tags: [Tag] { [.treatmentPlan(plan), .patientPlans(patient)] }
}

/// One item of a treatment plan was marked as not done. The item has the status `accepted` again, and belongs to no
/// appointment.
public struct TreatmentItemNotDone: EventPayload, Hashable {
    public let plan: ID<TreatmentPlan>
    public let patient: ID<Patient>
    public let item: ID<TreatmentItem>

    public static let stored = StoredType("treatment-item-not-done")
    public static let codec = object(
        TreatmentItemNotDone.init(plan:patient:item:),
        field("plan_id", \.plan, .id()),
        field("patient_id", \.patient, .id()),
        field("item_id", \.item, .id()))
    public var tags: [Tag] { [.treatmentPlan(plan), .patientPlans(patient)] }
}
