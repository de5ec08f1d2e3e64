import Clinic
import EventSourcing
import Identifiers

/// The decisions about treatment plans, for `BoundedReadsTests`.
extension Walk {
    private var treated: ID<Patient> { Practice.patient(1) }
    private func plan(_ number: UInt64) -> ID<TreatmentPlan> { ID(integerLiteral: 0xfa0 + number) }
    private var item: ID<TreatmentItem> { 0xfaa }
    private var content: PlanDraft {
        PlanDraft(phases: [Personal("Now")], items: [PlanItemDraft(service: Practice.service(1))])
    }

    mutating func prepareTreatment() throws {
        for number in 1...3 as ClosedRange<UInt64> {
            try desk.run(ProposePlan(plan(number), to: treated, content, ids: [item]), at: noon)
        }
        try desk.run(AnswerPlan(plan(1), .accept([])), at: noon)
    }

    /// The number of events that each decision about treatment plans reads, by the decision's name.
    func treatmentReads() throws -> [(String, Int)] {
        try [
            read(ProposePlan(0xfff, to: treated, content, ids: [0xffe])),
            read(AnswerPlan(plan(2), .accept([]))),
            read(CancelPlan(plan(3), reason: Personal("Tooth lost"))),
            read(MarkItem(PlannedItem(plan: plan(1), item: item), isDone: true, by: nil)),
            read(ReleaseVoidedItems(of: plan(1))),
        ]
    }
}
