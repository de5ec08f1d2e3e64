public import EventSourcing
public import Identifiers

/// The command that marks the items of a treatment plan as done again if their invoice is void or was credited in full,
/// and the plan does not show it, because a server of an earlier release voided or credited the invoice.
///
/// Servers run this command for each such plan. The command has no endpoint. If two servers run it for a plan at once,
/// the second decision finds no such item.
public struct ReleaseVoidedItems: Decision {
    let plan: ID<TreatmentPlan>

    public init(of plan: ID<TreatmentPlan>) { self.plan = plan }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Never) -> [ClinicEvent] {
        let known = model[.treatmentPlan(plan)]
        guard let patient = known.patient else { return [] }
        var events: [ClinicEvent] = []
        for item in known.items {
            guard known.marks + events.count < MarkItem.limit, let work = item.course.work,
                model.isChargeTakenBack(of: item)
            else { continue }
            events.append(
                .treatment(
                    .itemDone(
                        TreatmentItemDone(
                            plan: plan, patient: patient, item: item.terms.id, doneOn: work.on, doctor: work.doctor))))
        }
        return events
    }
}

extension DecisionModel<ClinicEvent> {
    /// Whether the invoice that charges an item of a treatment plan is void, or credit notes took back all of it. The
    /// event with which a server of an earlier release voids or credits an invoice does not name the item, so the plan's
    /// own state still has the invoice.
    mutating func isChargeTakenBack(of item: TreatmentPlan.Item) -> Bool {
        guard let invoice = item.course.invoice, let charge = charge(of: invoice)?.charge else { return false }
        return charge.isVoid || charge.isCreditedInFull
    }

    /// The status of an item of a treatment plan. An item whose invoice is void or credited in full is not billed.
    mutating func status(of item: TreatmentPlan.Item, in plan: TreatmentPlan) -> TreatmentItemStatus {
        var item = item
        if isChargeTakenBack(of: item) { item.course.invoice = nil }
        return plan.status(of: item)
    }
}
