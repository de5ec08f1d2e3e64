public import Endpoints
public import EventSourcing
public import Identifiers

/// The command that marks one item of a treatment plan as done, or as not done.
public struct MarkItem: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknownItem
        case wrongStatus(PlannedItem, TreatmentItemStatus)
        case tooManyMarks

        public var problem: Problem {
            switch self {
            case .unknownItem: .notFound
            case .wrongStatus(let item, let status): .treatmentItemStatus(item, status)
            case .tooManyMarks: Problem(.limitReached, "At most \(MarkItem.limit) marks of the items of one plan.")
            }
        }
    }

    /// The maximum number of marks of all items of one treatment plan. It limits the events that decisions about a
    /// patient's treatment plans read.
    public static let limit = 200

    public let item: PlannedItem
    public let isDone: Bool
    /// The doctor who marks the treatment plan's item as done. This doctor is recorded for the work. If it is `nil`, an
    /// admin marks the item, and the doctor whom the plan names is recorded.
    public let doctor: ID<StaffMember>?

    public init(_ item: PlannedItem, isDone: Bool, by doctor: ID<StaffMember>?) {
        self.item = item
        self.isDone = isDone
        self.doctor = doctor
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let plan = model[.treatmentPlan(item.plan)]
        guard let patient = plan.patient, let known = plan[item.item] else { throw .unknownItem }
        let status = model.status(of: known, in: plan)
        guard isDone else {
            switch status {
            case .accepted: return []
            case .scheduled, .done: break
            case .proposed, .billed, .declined, .cancelled: throw .wrongStatus(item, status)
            }
            guard plan.marks < Self.limit else { throw .tooManyMarks }
            return [
                .treatment(
                    .itemNotDone(TreatmentItemNotDone(plan: item.plan, patient: patient, item: item.item)))
            ]
        }
        switch status {
        case .done: return []
        case .accepted, .scheduled: break
        case .proposed, .billed, .declined, .cancelled: throw .wrongStatus(item, status)
        }
        guard plan.marks < Self.limit else { throw .tooManyMarks }
        return [
            .treatment(
                .itemDone(
                    TreatmentItemDone(
                        plan: item.plan, patient: patient, item: item.item,
                        doneOn: model[.basics].zone.date(of: now), doctor: doctor ?? known.terms.doctor)))
        ]
    }
}

extension TreatmentPlansAPI {
    static let markItemDone = Endpoint<ClinicAction>(
        .post, "/api/v1/treatment-plans/{treatment_plan_id}/items/{item_id}/done", id: "markTreatmentItemDone",
        summary: "Mark an item of a treatment plan as done",
        details: """
            The work is recorded for today. A calling doctor is recorded as the doctor who did the work. If an admin \
            calls, the doctor whom the plan names is recorded. The completion of an appointment marks its items as \
            done without this request. Repeating this changes nothing.
            """,
        tag: tag, for: Clinical.self,
        takes: .path("treatment_plan_id", .treatmentPlanID), .path("item_id", .treatmentItemID),
        answers: [.ok(TreatmentPlans.codec, "The plan as it is now")],
        problems: [.treatmentItemStatus, .limitReached, .notFound, .restrictedRecord], idempotency: .accepted
    ) { caller, plan, item throws(Problem) in
        .command(mark(PlannedItem(plan: plan, item: item), isDone: true, RecordReader(caller)))
    }

    static let markItemNotDone = Endpoint<ClinicAction>(
        .post, "/api/v1/treatment-plans/{treatment_plan_id}/items/{item_id}/not-done", id: "markTreatmentItemNotDone",
        summary: "Mark an item of a treatment plan as not done",
        details: """
            The item has the status `accepted` again, and no longer belongs to its appointment. The invoice of a \
            billed item must be voided first. Repeating this changes nothing.
            """,
        tag: tag, for: Clinical.self,
        takes: .path("treatment_plan_id", .treatmentPlanID), .path("item_id", .treatmentItemID),
        answers: [.ok(TreatmentPlans.codec, "The plan as it is now")],
        problems: [.treatmentItemStatus, .limitReached, .notFound, .restrictedRecord], idempotency: .accepted
    ) { caller, plan, item throws(Problem) in
        .command(mark(PlannedItem(plan: plan, item: item), isDone: false, RecordReader(caller)))
    }

    private static func mark(_ item: PlannedItem, isDone: Bool, _ reader: RecordReader) -> ClinicCommand {
        ClinicCommand(
            MarkItem(item, isDone: isDone, by: reader.role == .doctor ? reader.staff : nil),
            answer: .treatmentPlan(item.plan)
        ).opening(for: reader) { $0[.treatmentPlan(item.plan)].patient }
    }
}
