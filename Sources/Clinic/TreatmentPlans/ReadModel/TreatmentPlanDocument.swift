public import EventSourcing
public import Identifiers
import JSON

/// The document of a treatment plan, with the status, appointment, work and invoice of each item.
public struct TreatmentPlanDocument: Hashable, Sendable {
    /// An item of the treatment plan. Its status is computed from its appointment, its work and its invoice.
    public struct Item: Hashable, Sendable {
        public fileprivate(set) var terms: TreatmentItem
        public fileprivate(set) var status: TreatmentItemStatus
        fileprivate(set) var course: TreatmentItemCourse
    }

    public let id: ID<TreatmentPlan>
    public internal(set) var version: Int64
    public let patient: ID<Patient>
    public private(set) var status: TreatmentPlanStatus
    public let revision: Int
    public let revises: ID<TreatmentPlan>?
    public private(set) var revisedBy: ID<TreatmentPlan>?
    public private(set) var title: Personal<String>?
    public private(set) var phases: [Personal<String>]
    public private(set) var items: [Item]
    public private(set) var choices: [PlanChoice]
    public let proposedOn: CivilDate
    public private(set) var answeredOn: CivilDate?
    public private(set) var reason: Personal<String>?
    public private(set) var fees: TreatmentFees
}

extension TreatmentPlanDocument {
    static let codec = object(
        TreatmentPlanDocument.init(
            id:version:patient:status:revision:revises:revisedBy:title:phases:items:choices:proposedOn:answeredOn:
            reason:
            fees:),
        field("id", \.id, .treatmentPlanID),
        field("version", \.version, .version),
        field("patient_id", \.patient, .patientID),
        field("status", \.status, .treatmentPlanStatus),
        field(
            "revision", \.revision,
            .int(1...1000).described("The number of the plan's version. The first version is 1.")),
        optionalField(
            "revises", \.revises, .id().described("The plan that this version replaces; absent for a first version.")),
        optionalField(
            "revised_by", \.revisedBy, .id().described("The version that replaces this plan; absent: none.")),
        optionalField(
            "title", \.title, .personal(.clinical, .string(max: 200)).described("The plan's title; absent: none.")),
        field(
            "phases", \.phases,
            .array(.personal(.clinical, .string(max: 200), placeholder: erasedText)).described(
                "The names of the phases, in their order.")),
        field("items", \.items, .array(Item.codec).described("The items, in the order of the plan.")),
        field(
            "choices", \.choices,
            .array(PlanChoice.codec).described(
                "The alternatives that the patient chose; empty if the patient has not accepted the plan.")),
        field("proposed_on", \.proposedOn, .date.described("The day of the proposal, by the clinic's calendar.")),
        optionalField(
            "answered_on", \.answeredOn,
            .date.described("The day on which the patient accepted or declined the plan; absent before that day.")),
        optionalField(
            "reason", \.reason,
            .personal(.clinical, .prose(max: 500)).described(
                "Why the plan was declined or cancelled; absent: no reason.")),
        field("fees", \.fees, TreatmentFees.codec.described("The sums of the items' fees."))
    ).described("A treatment plan of a patient.").named("TreatmentPlan")

    init(_ proposed: TreatmentPlanProposed, _ recorded: Recorded<ClinicEvent>) {
        self.init(
            id: proposed.plan, version: recorded.position, patient: proposed.patient, status: .proposed,
            revision: proposed.revision, revises: proposed.revises, revisedBy: nil,
            title: proposed.title?.unlessErased, phases: proposed.phases,
            items: proposed.items.map {
                Item(terms: $0.unlessErased, status: .proposed, course: TreatmentItemCourse())
            },
            choices: [], proposedOn: proposed.proposedOn, answeredOn: nil, reason: nil,
            fees: TreatmentFees(currency: proposed.items.first?.fee.currency ?? .euro))
        settle()
    }

    mutating func evolve(_ event: ClinicEvent) {
        if case .treatment(let event) = event { evolve(event) }
        for index in items.indices {
            items[index].course.evolve(event, PlannedItem(plan: id, item: items[index].terms.id))
        }
        settle()
    }

    private mutating func evolve(_ event: TreatmentEvent) {
        switch event {
        case .proposed(let next):
            status = .revised
            revisedBy = next.plan
        case .accepted(let accepted):
            status = .accepted
            choices = accepted.choices
            answeredOn = accepted.acceptedOn
        case .declined(let declined):
            status = .declined
            answeredOn = declined.declinedOn
            reason = declined.reason?.unlessErased
        case .cancelled(let cancelled):
            status = .cancelled
            reason = cancelled.reason.unlessErased
        case .itemDone, .itemNotDone: break
        }
    }

    mutating func eraseTexts() {
        title = nil
        reason = nil
        phases = phases.map { _ in .erased }
        for index in items.indices { items[index].terms = items[index].terms.withoutNote }
    }

    /// Computes the status of each item of the treatment plan, and the sums of the fees.
    private mutating func settle() {
        var fees = TreatmentFees(currency: fees.agreed.currency)
        for index in items.indices {
            let item = items[index]
            let status = item.course.status(in: status, isChosen: choices.include(item.terms))
            items[index].status = status
            fees.add(item.terms.fee.amount, status)
        }
        self.fees = fees
    }
}

extension TreatmentPlanDocument.Item {
    static let codec = object(
        TreatmentPlanDocument.Item.init(
            id:phase:alternative:service:serviceName:tooth:surfaces:doctor:fee:note:status:appointment:doneOn:doneBy:
            invoice:),
        field("id", \.terms.id, .treatmentItemID),
        field(
            "phase", \.terms.phase,
            .int(1...PlanPhases.limit).described("The number of the item's phase. The first phase is 1.")),
        optionalField(
            "alternative", \.terms.alternative,
            .int(1...PlanPhases.alternatives).described(
                """
                The number of the alternative to which the item belongs, in its phase; absent: the item is done \
                whatever alternative is chosen.
                """
            )),
        field("service_id", \.terms.service, .serviceID),
        field(
            "service_name", \.terms.serviceName, .name().described("The service's name when the plan was proposed.")),
        optionalField("tooth", \.terms.tooth, .treatedTooth),
        optionalField("surfaces", \.terms.surfaces, .describedSurfaces),
        optionalField(
            "doctor_id", \.terms.doctor, .id().described("The doctor who is to do the work; absent: any doctor.")),
        field("fee", \.terms.fee, Money.codec.described("The fee of the item, without tax.")),
        optionalField(
            "note", \.terms.note,
            .personal(.clinical, .prose(max: 1000)).described("An explanation for the patient; absent: none.")),
        field("status", \.status, .treatmentItemStatus),
        optionalField(
            "appointment_id", \.course.appointment,
            .id().described("The appointment in which the item is scheduled or was done; absent: none.")),
        optionalField(
            "done_on", \.doneOn, .date.described("The day on which the work was done; absent if it is not done.")),
        optionalField(
            "done_by", \.doneBy,
            .id().described(
                "The doctor who did the work; absent if the doctor is not known, or if the work is not done.")),
        optionalField(
            "invoice_id", \.course.invoice, .id().described("The invoice that charges the item; absent: none."))
    ).described("An item of a treatment plan.").named("TreatmentPlanItem")

    private var doneOn: CivilDate? { course.work?.on }
    private var doneBy: ID<StaffMember>? { course.work?.doctor }

    private init(
        id: ID<TreatmentItem>, phase: Int, alternative: Int?, service: ID<Service>, serviceName: String,
        tooth: ToothNumber?, surfaces: [ToothSurface]?, doctor: ID<StaffMember>?, fee: Money, note: Personal<String>?,
        status: TreatmentItemStatus, appointment: ID<Appointment>?, doneOn: CivilDate?, doneBy: ID<StaffMember>?,
        invoice: ID<Invoice>?
    ) {
        self.init(
            terms: TreatmentItem(
                id: id, phase: phase, alternative: alternative, service: service, serviceName: serviceName,
                tooth: tooth, surfaces: surfaces, doctor: doctor, fee: fee, note: note),
            status: status,
            course: TreatmentItemCourse(
                appointment: appointment, work: doneOn.map { TreatmentWork(on: $0, doctor: doneBy) }, invoice: invoice))
    }
}
