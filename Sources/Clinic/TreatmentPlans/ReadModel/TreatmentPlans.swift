public import EventSourcing
public import Identifiers
public import JSON
import SQL

/// The read model `treatment_plan`, with one row for each version of a treatment plan.
public enum TreatmentPlans: ClinicReadModel {
    public static let table = DocumentTable("treatment_plan", key: "treatment_plan_id", .uuid)
    public static let audience = DocumentAudience.record
    public static let codec = TreatmentPlanDocument.codec

    public static let columns: [DocumentColumn<TreatmentPlanDocument>] = [
        DocumentColumn("patient_id", .uuid) { .uuid($0.patient.uuid) },
        DocumentColumn("status", .text) { .text($0.status.rawValue) },
    ]

    public static func person(of document: TreatmentPlanDocument) -> UUIDBytes? { document.patient.uuid }

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        switch event {
        case .patient(let event): event.withoutTexts(\.plans)
        case .treatment(.proposed(let proposed)):
            [proposed.plan, proposed.revises].compactMap { $0.map { DocumentKey($0) } }
        case .treatment(let event): [DocumentKey(event.plan)]
        case .appointment(let event): event.effect.itemsInvolved.planKeys
        case .billing(.invoiceIssued(let issued)): issued.chargedItems.planKeys
        case .billing(.invoiceVoided(let voided)): voided.chargedItems.planKeys
        case .billing(.creditNoteIssued(let issued)): issued.itemsTakenBack.planKeys
        default: []
        }
    }

    public static func tags(of key: DocumentKey) -> [Tag] { key.tagged(Tag.treatmentPlan) }

    public static func tags(of key: DocumentKey, toldBy event: ClinicEvent) -> [Tag] {
        if case .treatment(.proposed(let proposed)) = event { [.patient(proposed.patient)] } else { [] }
    }

    public static func fold(
        _ document: TreatmentPlanDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> TreatmentPlanDocument? {
        if case .treatment(.proposed(let proposed)) = recorded.event, key == DocumentKey(proposed.plan) {
            return TreatmentPlanDocument(proposed, recorded)
        }
        guard var document else { return nil }
        document.version = recorded.position
        if recorded.event.takesTexts {
            document.eraseTexts()
        } else {
            document.evolve(recorded.event)
        }
        return document
    }
}

extension AppointmentEffect {
    /// The items of treatment plans that the appointment is for, or was for until the event.
    fileprivate var itemsInvolved: [PlannedItem] {
        let former = purpose.formerItems
        return former.isEmpty ? visit.treatment : visit.treatment + former
    }
}

extension DocumentAnswer {
    static func treatmentPlan(_ id: ID<TreatmentPlan>, location: String? = nil) -> DocumentAnswer {
        DocumentAnswer(TreatmentPlans.self, DocumentKey(id), location: location)
    }
}
