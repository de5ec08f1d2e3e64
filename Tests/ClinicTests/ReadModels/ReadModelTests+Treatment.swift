import Clinic
import EventSourcing
import Identifiers
import Testing

/// The parts of the tested patient's history that are about treatment plans, teeth and gums.
extension ReadModelTests {
    /// Proposes two treatment plans with texts, of which one is declined and the other one is cancelled.
    static func plan(_ desk: inout Desk, _ now: Instant) throws {
        let item = PlanItemDraft(service: Practice.service(1), tooth: ToothNumber(26), note: text("item's note"))
        let draft = PlanDraft(title: text("title"), phases: [text("phase")], items: [item])
        for (plan, id) in [(0xad1, 0xad3), (0xad2, 0xad4)] as [(ID<TreatmentPlan>, ID<TreatmentItem>)] {
            try desk.run(ProposePlan(plan, to: patient, draft, ids: [id]), at: now)
        }
        try desk.run(AnswerPlan(0xad1, .decline(reason: text("refusal"))), at: now)
        try desk.run(CancelPlan(0xad2, reason: text("plan's cancellation")), at: now)
    }

    /// Records a finding on a tooth and a periodontal examination, each with a note. Another finding and the
    /// examination are marked as entered in error.
    static func examine(_ desk: inout Desk, _ now: Instant) throws {
        let finding = ToothFinding(tooth: try #require(ToothNumber(26)), kind: .caries, note: text("finding"))
        for id in [0xae1, 0xae2] as [ID<ToothFinding>] {
            try desk.run(RecordFinding(id, of: patient, finding, .existing), at: now)
        }
        try desk.run(ChangeFinding(0xae2, of: patient, .enteredInError(reason: text("finding's error"))), at: now)
        try desk.run(
            RecordPerioExamination(0xae3, of: patient, [try PerioTests.tooth(16)], note: text("examination")), at: now)
        try desk.run(EnterPerioInError(0xae3, reason: text("examination's error")), at: now)
    }
}
