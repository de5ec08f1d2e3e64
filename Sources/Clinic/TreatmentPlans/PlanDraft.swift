public import EventSourcing
public import Identifiers
import JSON

/// An item of a treatment plan that is to be proposed. If the item has no fee, the service's price is used.
public struct PlanItemDraft: Hashable, Sendable {
    public let phase: Int
    public let alternative: Int?
    public let service: ID<Service>
    public let tooth: ToothNumber?
    public let surfaces: [ToothSurface]?
    public let doctor: ID<StaffMember>?
    /// The fee of the treatment plan's item; `nil` for the service's price with the doctor.
    public let fee: Money?
    public let note: Personal<String>?

    public init(
        phase: Int = 1, alternative: Int? = nil, service: ID<Service>, tooth: ToothNumber? = nil,
        surfaces: [ToothSurface]? = nil, doctor: ID<StaffMember>? = nil, fee: Money? = nil,
        note: Personal<String>? = nil
    ) {
        self.phase = phase
        self.alternative = alternative
        self.service = service
        self.tooth = tooth
        self.surfaces = surfaces
        self.doctor = doctor
        self.fee = fee
        self.note = note
    }

    static let codec = object(
        PlanItemDraft.checked(phase:alternative:service:tooth:surfaces:doctor:fee:note:),
        field(
            "phase", \.phase,
            .int(1...PlanPhases.limit).described("The number of the item's phase in `phases`. The first phase is 1."),
            default: 1),
        optionalField(
            "alternative", \.alternative,
            .int(1...PlanPhases.alternatives).described(
                """
                The number of the alternative to which the item belongs, in its phase; absent: the item is done \
                whatever alternative is chosen.
                """
            )),
        field("service_id", \.service, .serviceID),
        optionalField("tooth", \.tooth, .treatedTooth),
        optionalField("surfaces", \.surfaces, .describedSurfaces),
        optionalField("doctor_id", \.doctor, .id().described("The doctor who is to do the work; absent: any doctor.")),
        optionalField(
            "fee", \.fee,
            Money.unsignedCodec.described(
                "The fee of the item, without tax; absent: the service's price with the doctor.")),
        optionalField(
            "note", \.note,
            .personal(.clinical, .prose(max: 1000)).described(
                "An explanation that the patient can read; absent: none."))
    ).described("An item of the treatment plan to propose.").named("TreatmentPlanItemDraft")

    private static func checked(
        phase: Int, alternative: Int?, service: ID<Service>, tooth: ToothNumber?, surfaces: [ToothSurface]?,
        doctor: ID<StaffMember>?, fee: Money?, note: Personal<String>?
    ) throws(CheckFailure) -> PlanItemDraft {
        if let surfaces {
            guard Set(surfaces).count == surfaces.count else { throw CheckFailure("repeated", "each face once") }
            guard let tooth, surfaces.allSatisfy({ $0.exists(on: tooth) }) else {
                throw CheckFailure("unknown_surface", "must be faces of the named tooth")
            }
        }
        return PlanItemDraft(
            phase: phase, alternative: alternative, service: service, tooth: tooth, surfaces: surfaces, doctor: doctor,
            fee: fee, note: note)
    }
}

/// The content of a treatment plan that is to be proposed.
public struct PlanDraft: Hashable, Sendable {
    public let title: Personal<String>?
    public let phases: [Personal<String>]
    public let items: [PlanItemDraft]

    public init(title: Personal<String>? = nil, phases: [Personal<String>], items: [PlanItemDraft]) {
        self.title = title
        self.phases = phases
        self.items = items
    }

    /// The index of the first item of the treatment plan whose phase does not exist, or whose alternative is the only
    /// one of its phase; `nil` if there is no such item.
    var misplaced: Int? {
        items.firstIndex { item in
            guard item.phase <= phases.count else { return true }
            guard item.alternative != nil else { return false }
            return Set(items.filter { $0.phase == item.phase }.compactMap(\.alternative)).count < 2
        }
    }

    static let codec = object(
        PlanDraft.checked(title:phases:items:),
        optionalField("title", \.title, .planTitle), field("phases", \.phases, .planPhases),
        field("items", \.items, .planItems)
    ).described("The content of a treatment plan.").named("TreatmentPlanContent")

    static func checked(
        title: Personal<String>?, phases: [Personal<String>], items: [PlanItemDraft]
    ) throws(CheckFailure) -> PlanDraft {
        let draft = PlanDraft(title: title, phases: phases, items: items)
        guard let index = draft.misplaced else { return draft }
        throw CheckFailure(
            "bad_phase",
            "item \(index + 1): the phase must exist, and a phase must have no alternatives or at least two")
    }
}

extension Codec where Value == Personal<String> {
    static var planTitle: Codec {
        .personal(.clinical, .string(1...200)).described("The plan's title; absent: none.")
    }
}

extension Codec where Value == [Personal<String>] {
    static var planPhases: Codec {
        .array(.personal(.clinical, .string(1...200)), 1...PlanPhases.limit).described(
            "The names of the phases, in their order.")
    }
}

extension Codec where Value == [PlanItemDraft] {
    static var planItems: Codec {
        .array(PlanItemDraft.codec, 1...TreatmentItem.limit).described("The items, in the order of the plan.")
    }
}
