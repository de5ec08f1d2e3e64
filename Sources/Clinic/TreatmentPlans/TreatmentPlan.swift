public import EventSourcing
public import Identifiers

/// The state of a treatment plan for decisions: its status, and its items with their appointments, work and invoices.
public struct TreatmentPlan: EventSourced {
    /// A done item of a treatment plan, with the data that an invoice's line copies from it.
    struct DoneItem: Hashable {
        let service: ID<Service>
        let fee: Money
        let charged: ChargedTreatment
    }

    struct Item: Hashable {
        let terms: TreatmentItem
        var course = TreatmentItemCourse()
    }

    public private(set) var id: ID<TreatmentPlan>?
    public private(set) var patient: ID<Patient>?
    public private(set) var status = TreatmentPlanStatus.proposed
    public private(set) var choices: [PlanChoice] = []
    /// The number of the treatment plan's version; the first version is 1.
    private(set) var revision = 1
    private(set) var items: [Item] = []
    /// The number of times that items of the treatment plan were marked as done or as not done.
    private(set) var marks = 0

    public static let initial = TreatmentPlan()
    public static let readsPersonal = false

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        if case .treatment(let event) = recorded.event { evolve(event) }
        guard let id else { return }
        for index in items.indices {
            items[index].course.evolve(recorded.event, PlannedItem(plan: id, item: items[index].terms.id))
        }
    }

    private mutating func evolve(_ event: TreatmentEvent) {
        switch event {
        case .proposed(let proposed) where proposed.revises == id && id != nil: status = .revised
        case .proposed(let proposed):
            id = proposed.plan
            patient = proposed.patient
            revision = proposed.revision
            items = proposed.items.map { Item(terms: $0.withoutNote) }
        case .accepted(let accepted):
            status = .accepted
            choices = accepted.choices
        case .declined: status = .declined
        case .cancelled: status = .cancelled
        case .itemDone, .itemNotDone: marks += 1
        }
    }

    subscript(item: ID<TreatmentItem>) -> Item? { items.first { $0.terms.id == item } }

    public func status(of item: ID<TreatmentItem>) -> TreatmentItemStatus? { self[item].map { status(of: $0) } }

    func status(of item: Item) -> TreatmentItemStatus {
        item.course.status(in: status, isChosen: choices.include(item.terms))
    }

    /// The numbers of the alternatives of each phase of the treatment plan, by the phase's number. Phases without
    /// alternatives are left out.
    var alternatives: [Int: Set<Int>] {
        items.reduce(into: [:]) { phases, item in
            if let alternative = item.terms.alternative { phases[item.terms.phase, default: []].insert(alternative) }
        }
    }
}

extension Subject<TreatmentPlan> {
    public static func treatmentPlan(_ id: ID<TreatmentPlan>) -> Subject<TreatmentPlan> {
        Subject(.treatmentPlan(id))
    }
}

/// The reason why an appointment cannot be booked for an item of a treatment plan, or why an invoice cannot charge the
/// item.
public enum TreatmentRefusal: Error, Hashable {
    /// The patient has no treatment plan with the named item.
    case unknownItem
    case wrongStatus(PlannedItem, TreatmentItemStatus)
    /// Two lines of the invoice name the same item of a treatment plan.
    case namedTwice
}

extension DecisionModel<ClinicEvent> {
    /// The reason why an appointment of a patient cannot be booked for the given items of treatment plans; `nil` if it
    /// can be booked.
    mutating func refusal(ofScheduling items: [PlannedItem], for patient: ID<Patient>) -> TreatmentRefusal? {
        for item in items {
            guard let status = plan(of: item, for: patient)?.status(of: item.item) else { return .unknownItem }
            guard status == .accepted else { return .wrongStatus(item, status) }
        }
        return nil
    }

    /// The done items of treatment plans that an invoice of a patient charges.
    mutating func doneItems(
        _ items: [PlannedItem], of patient: ID<Patient>
    ) -> Result<[PlannedItem: TreatmentPlan.DoneItem], TreatmentRefusal> {
        var done: [PlannedItem: TreatmentPlan.DoneItem] = [:]
        for item in items {
            guard let plan = plan(of: item, for: patient), let known = plan[item.item] else {
                return .failure(.unknownItem)
            }
            let status = status(of: known, in: plan)
            guard status == .done, let work = known.course.work else { return .failure(.wrongStatus(item, status)) }
            guard done[item] == nil else { return .failure(.namedTwice) }
            done[item] = TreatmentPlan.DoneItem(
                service: known.terms.service, fee: known.terms.fee,
                charged: ChargedTreatment(
                    item: item, tooth: known.terms.tooth, surfaces: known.terms.surfaces, doctor: work.doctor,
                    doneOn: work.on))
        }
        return .success(done)
    }

    /// The treatment plan of an item, if the plan belongs to the patient or to a record that was merged into the
    /// patient's record.
    private mutating func plan(of item: PlannedItem, for patient: ID<Patient>) -> TreatmentPlan? {
        let plan = self[.treatmentPlan(item.plan)]
        guard let owner = plan.patient, isShown(owner, for: patient) else { return nil }
        return plan
    }
}
