import Clinic
import EventSourcing
import Identifiers
import Testing

/// Tests the proposal, the answer, the revision and the cancellation of treatment plans.
@Suite struct TreatmentPlanTests {
    typealias T = Treated

    @Test func `an item of a treatment plan costs the service's price unless the plan names another fee`() throws {
        var treated = try Treated()
        try treated.propose(1, [T.filling(26), T.filling(27, fee: 7_000)])
        let document = try treated.document(T.plan(1))
        #expect(document.contains(#""fee":{"amount":5000,"currency":"EUR"}"#))
        #expect(document.contains(#""fee":{"amount":7000,"currency":"EUR"}"#))
    }

    @Test func `the items of an accepted treatment plan are accepted, and a second acceptance appends no event`() throws
    {
        var treated = try Treated()
        try treated.propose(1, [T.filling(26)])
        #expect(try treated.status() == .proposed)
        try treated.run(AnswerPlan(T.plan(1), .accept([])))
        #expect(try treated.status() == .accepted)
        #expect(try treated.run(AnswerPlan(T.plan(1), .accept([]))).isEmpty)
        #expect(treated.rejection(AnswerPlan(T.plan(1), .decline(reason: nil))) == .wrongStatus(.accepted))
    }

    @Test
    func `a patient who accepts one alternative of a phase declines the items of the phase's other alternatives`()
        throws
    {
        var treated = try Treated()
        let items = [
            T.filling(26, alternative: 1), T.filling(26, alternative: 2), T.filling(27), T.filling(11, phase: 2),
        ]
        try treated.propose(1, items, phases: 2)
        for choices in [[], [(1, 3)], [(2, 1)], [(1, 1), (1, 2)]] as [[(Int, Int)]] {
            let choices = choices.map { PlanChoice(phase: $0.0, alternative: $0.1) }
            #expect(treated.rejection(AnswerPlan(T.plan(1), .accept(choices))) == .incompleteChoice)
        }
        try treated.run(AnswerPlan(T.plan(1), .accept([PlanChoice(phase: 1, alternative: 2)])))
        let statuses = try (1...4).map { try treated.status(T.item($0)) }
        #expect(statuses == [.declined, .accepted, .accepted, .accepted])
        #expect(
            treated.rejection(T.booking(0xff, T.item(1))) == .treatment(.wrongStatus(T.item(1), .declined)))
    }

    @Test(arguments: [true, false])
    func `a guardian can accept a dependant's treatment plan only in a clinic that lets guardians book`(_ lets: Bool)
        throws
    {
        var treated = try Treated()
        try treated.run(
            SetSchedulingRules(
                SchedulingRules(
                    offerMinutes: 15, minimumNoticeMinutes: 120, horizonDays: 90, holdMinutes: 5,
                    cancellationNoticeHours: 48, noShowAfterMinutes: 15, approvesPatientBookings: false,
                    deskSet: DeskRules(guardiansBook: lets))))
        try treated.propose(1, [T.filling(26)])
        let guardian = Practice.patient(2)
        let accept = AnswerPlan(T.plan(1), by: guardian, .accept([]))
        #expect(treated.rejection(accept) == .unknownPlan)
        try treated.run(NameGuardian(guardian, of: T.patient, by: RestrictionTests.reader(9)))
        guard lets else {
            #expect(treated.rejection(accept) == .unknownPlan)
            return
        }
        try treated.run(accept)
        #expect(treated.plan().status == .accepted)
    }

    @Test func `a revision keeps the old treatment plan with its scheduled items, and cancels its other items`()
        throws
    {
        var treated = try Treated(acceptedTeeth: 26, 27)
        _ = try treated.book(T.item(1))
        try treated.run(T.revision(2, of: 1, [T.filling(36)]))
        #expect(treated.plan(1).status == .revised && treated.plan(2).status == .proposed)
        #expect(try treated.status(T.item(1)) == .scheduled)
        #expect(try treated.status(T.item(2)) == .cancelled)
        #expect(try treated.document(T.plan(1)).contains(#""revised_by":"\#(T.plan(2))""#))
        #expect(try treated.document(T.plan(2)).contains(#""revision":2,"revises":"\#(T.plan(1))""#))
        #expect(treated.rejection(T.revision(3, of: 1, [T.filling(36)])) == .wrongStatus(.revised))
    }

    @Test func `a cancelled treatment plan cannot be accepted, and its items cannot be booked`() throws {
        var treated = try Treated(acceptedTeeth: 26)
        try treated.run(CancelPlan(T.plan(1), reason: Personal("Tooth lost")))
        #expect(try treated.status() == .cancelled)
        #expect(
            treated.rejection(AnswerPlan(T.plan(1), .accept([PlanChoice(phase: 1, alternative: 1)])))
                == .wrongStatus(.cancelled))
        #expect(treated.rejection(T.booking(0xff, T.item())) == .treatment(.wrongStatus(T.item(), .cancelled)))
    }

    @Test func `the treatment plan of an erased patient can be neither accepted, declined nor cancelled`() throws {
        var treated = try Treated()
        try treated.propose(1, [T.filling(26)])
        try treated.run(ErasePatient(T.patient, reason: .requested))
        #expect(treated.rejection(AnswerPlan(T.plan(1), .accept([]))) == .unknownPlan)
        #expect(treated.rejection(AnswerPlan(T.plan(1), .decline(reason: Personal("Price")))) == .unknownPlan)
        #expect(treated.rejection(CancelPlan(T.plan(1), reason: Personal("Tooth lost"))) == .unknownPlan)
    }

    @Test func `the items of one treatment plan are marked as done or not done at most two hundred times`() throws {
        var treated = try Treated(acceptedTeeth: 26)
        for number in 0..<MarkItem.limit {
            try treated.run(MarkItem(T.item(), isDone: number.isMultiple(of: 2), by: Practice.doctor(1)))
        }
        #expect(treated.rejection(MarkItem(T.item(), isDone: true, by: Practice.doctor(1))) == .tooManyMarks)
        #expect(try treated.run(MarkItem(T.item(), isDone: false, by: Practice.doctor(1))).isEmpty)
    }

    @Test(arguments: [
        (26, ToothSurface.occlusal, true), (26, .incisal, false), (11, .incisal, true), (11, .occlusal, false),
        (26, .palatal, true), (26, .lingual, false), (36, .lingual, true), (55, .buccal, true), (53, .buccal, false),
        (53, .vestibular, true), (85, .mesial, true),
    ])
    func `each tooth has the five surfaces that fit its jaw and its place in the row of teeth`(
        _ number: Int, _ surface: ToothSurface, _ exists: Bool
    ) throws {
        let tooth = try #require(ToothNumber(number))
        #expect(surface.exists(on: tooth) == exists)
        #expect(ToothSurface.allCases.count { $0.exists(on: tooth) } == 5)
    }

    @Test
    func `a treatment plan is refused if a service or doctor is unknown or a fee has another currency`()
        throws
    {
        let treated = try Treated()
        func refused(_ item: PlanItemDraft) -> ProposePlan.Rejection? { treated.rejection(T.proposal(1, [item])) }
        #expect(refused(PlanItemDraft(service: 0xff)) == .serviceNotOffered(index: 0))
        #expect(refused(PlanItemDraft(service: Practice.service(1), doctor: 0xff)) == .unknownDoctor(index: 0))
        let francs = Money(1, try #require(Currency("CHF")))
        #expect(
            refused(PlanItemDraft(service: Practice.service(1), fee: francs)) == .otherCurrency(expected: .euro))
    }
}
