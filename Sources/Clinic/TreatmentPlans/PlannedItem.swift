public import EventSourcing
public import Identifiers
public import JSON

/// The reference by which a booking or an invoice names an item of a treatment plan.
public struct PlannedItem: Hashable, Sendable {
    public let plan: ID<TreatmentPlan>
    public let item: ID<TreatmentItem>

    public init(plan: ID<TreatmentPlan>, item: ID<TreatmentItem>) {
        self.plan = plan
        self.item = item
    }

    /// The maximum number of items of treatment plans for one visit.
    public static let limit = 20

    public static let codec = object(
        PlannedItem.init(plan:item:), field("treatment_plan_id", \.plan, .treatmentPlanID),
        field("item_id", \.item, .treatmentItemID)
    ).described("An item of a treatment plan.").named("PlannedItem")
}

extension [PlannedItem] {
    /// The tags of the treatment plans whose items are in the list, without repetitions.
    var planTags: [Tag] {
        var tags: [Tag] = []
        for item in self where !tags.contains(.treatmentPlan(item.plan)) { tags.append(.treatmentPlan(item.plan)) }
        return tags
    }

    /// The keys of the documents of the treatment plans whose items are in the list, without repetitions.
    var planKeys: [DocumentKey] {
        var keys: [DocumentKey] = []
        for item in self where !keys.contains(DocumentKey(item.plan)) { keys.append(DocumentKey(item.plan)) }
        return keys
    }
}

/// The work from a treatment plan that an invoice line charges.
public struct ChargedTreatment: Hashable, Sendable {
    public let item: PlannedItem
    public let tooth: ToothNumber?
    /// The faces of the tooth that were treated; `nil` for the whole tooth.
    public let surfaces: [ToothSurface]?
    /// The doctor who did the work; `nil` if it is not known.
    public let doctor: ID<StaffMember>?
    /// The day on which the work was done, by the clinic's calendar.
    public let doneOn: CivilDate

    public init(
        item: PlannedItem, tooth: ToothNumber?, surfaces: [ToothSurface]?, doctor: ID<StaffMember>?, doneOn: CivilDate
    ) {
        self.item = item
        self.tooth = tooth
        self.surfaces = surfaces
        self.doctor = doctor
        self.doneOn = doneOn
    }

    static let codec = object(
        ChargedTreatment.init(plan:item:tooth:surfaces:doctor:doneOn:),
        field("treatment_plan_id", \.item.plan, .treatmentPlanID), field("item_id", \.item.item, .treatmentItemID),
        optionalField("tooth", \.tooth, .treatedTooth),
        optionalField("surfaces", \.surfaces, .describedSurfaces),
        optionalField(
            "doctor_id", \.doctor, .id().described("The doctor who did the work; absent if it is not known.")),
        field("done_on", \.doneOn, .date.described("The day on which the work was done, by the clinic's calendar."))
    ).described("The work of a treatment plan that an invoice's line charges.").named("ChargedTreatment")

    private init(
        plan: ID<TreatmentPlan>, item: ID<TreatmentItem>, tooth: ToothNumber?, surfaces: [ToothSurface]?,
        doctor: ID<StaffMember>?, doneOn: CivilDate
    ) {
        self.init(
            item: PlannedItem(plan: plan, item: item), tooth: tooth, surfaces: surfaces, doctor: doctor, doneOn: doneOn)
    }
}

extension Codec where Value == ToothNumber {
    static var treatedTooth: Codec {
        ToothNumber.codec.described(
            "The tooth by its number of two digits (ISO 3950); absent if the work is not on one tooth.")
    }
}
