import Clinic
import EventSourcing
import Identifiers
import Testing

/// A clinic with treatment plans of its first patient, and the commands that change the plans.
struct Treated {
    static let patient = Practice.patient(1)
    static let monday: Instant = "2026-11-23T09:00:00Z"
    static let before: Instant = "2026-11-20T08:00:00Z"
    var desk: Desk
    private var booked: UInt64 = 500

    /// A clinic whose first patient has accepted a plan with one item for each of `teeth`.
    init(acceptedTeeth teeth: Int..., in practice: Practice = Practice()) throws {
        desk = try Desk(practice)
        guard !teeth.isEmpty else { return }
        try propose(1, teeth.map { Self.filling($0) })
        try run(AnswerPlan(Self.plan(1), .accept([])))
    }

    static func plan(_ number: UInt64) -> ID<TreatmentPlan> { ID(UUIDBytes(high: 21, low: number)) }
    static func invoice(_ number: UInt64) -> ID<Invoice> { ID(UUIDBytes(high: 22, low: number)) }

    /// The item with a number in a plan; the plan's first item is 1.
    static func item(_ number: UInt64 = 1, of plan: UInt64 = 1) -> PlannedItem {
        PlannedItem(plan: Self.plan(plan), item: ids(plan)[Int(number) - 1])
    }

    private static func ids(_ plan: UInt64) -> [ID<TreatmentItem>] {
        (1...10).map { ID(UUIDBytes(high: 23, low: plan * 100 + $0)) }
    }

    static func filling(_ tooth: Int, phase: Int = 1, alternative: Int? = nil, fee: Int64? = nil) -> PlanItemDraft {
        PlanItemDraft(
            phase: phase, alternative: alternative, service: Practice.service(1), tooth: ToothNumber(tooth),
            surfaces: [.mesial, .distal], fee: fee.map { Money($0, .euro) })
    }

    static func proposal(_ number: UInt64, _ items: [PlanItemDraft], phases: Int = 1) -> ProposePlan {
        ProposePlan(plan(number), to: patient, content(items, phases), ids: ids(number))
    }

    static func revision(_ number: UInt64, of old: UInt64, _ items: [PlanItemDraft]) -> ProposePlan {
        ProposePlan(plan(number), revising: plan(old), content(items, 1), ids: ids(number))
    }

    private static func content(_ items: [PlanItemDraft], _ phases: Int) -> PlanDraft {
        PlanDraft(phases: (1...phases).map { Personal("Phase \($0)") }, items: items)
    }

    static func issue(_ number: UInt64, _ items: PlannedItem...) -> IssueInvoice {
        IssueInvoice(
            invoice: invoice(number), patient: patient, appointment: nil,
            lines: items.map { .init(service: nil, description: nil, quantity: 1, unitPrice: nil, item: $0) })
    }

    static func voiding(_ number: UInt64) -> VoidInvoice {
        VoidInvoice(invoice: invoice(number), reason: Personal("Mistake"))
    }

    static func booking(_ id: ID<Appointment>, _ items: PlannedItem..., at start: Instant = monday) -> BookAppointment {
        BookAppointment(
            id, patient: patient, request: VisitRequest(Practice.service(1), treatment: items),
            doctor: Practice.doctor(1), start: start, by: .staff)
    }

    mutating func propose(_ number: UInt64, _ items: [PlanItemDraft], phases: Int = 1) throws {
        try run(Self.proposal(number, items, phases: phases))
    }

    @discardableResult mutating func run<D: Decision>(_ decision: D, at now: Instant = before) throws -> [ClinicEvent]
    where D.Event == ClinicEvent {
        try desk.run(decision, at: now)
    }

    func rejection<D: Decision>(_ decision: D) -> D.Rejection? where D.Event == ClinicEvent {
        desk.rejection(decision, at: Self.before)
    }

    /// Books an appointment for items of treatment plans, and returns the appointment's id.
    mutating func book(_ items: PlannedItem..., at start: Instant = monday) throws -> ID<Appointment> {
        booked += 1
        let id = Practice.appointment(booked)
        try run(
            BookAppointment(
                id, patient: Self.patient, request: VisitRequest(Practice.service(1), treatment: items),
                doctor: Practice.doctor(1), start: start, by: .staff))
        return id
    }

    mutating func complete(_ id: ID<Appointment>) throws {
        try desk.advance(.start, id, at: Self.monday)
        try desk.advance(.complete, id, at: Self.monday)
    }

    func plan(_ number: UInt64 = 1) -> TreatmentPlan {
        desk.given.state(Subject<TreatmentPlan>.treatmentPlan(Self.plan(number)))
    }

    /// The status of a treatment plan's item, as decisions read it. The test fails if the treatment plan's document has
    /// another status.
    func status(_ item: PlannedItem = Treated.item()) throws -> TreatmentItemStatus {
        let known = desk.given.state(Subject<TreatmentPlan>.treatmentPlan(item.plan))
        let status = try #require(known.status(of: item.item))
        let document = try document(item.plan)
        let start = try #require(document.firstRange(of: #"{"id":"\#(item.item)""#)).upperBound
        let end = try #require(document[start...].firstRange(of: #""status":""#)).upperBound
        #expect(document[end...].hasPrefix(#"\#(status.rawValue)""#), "\(document)")
        return status
    }

    func document(_ plan: ID<TreatmentPlan>) throws -> String {
        try #require(desk.given.document(TreatmentPlans.self, DocumentKey(plan)))
    }
}
