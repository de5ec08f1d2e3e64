public import EventSourcing
public import Identifiers
import JSON

/// An item of a treatment plan: a proposed service.
public struct TreatmentItem: Hashable, Sendable {
    public let id: ID<TreatmentItem>
    /// The number of the treatment plan's phase in which the item is to be done; the first phase is 1.
    public let phase: Int
    /// The number of the alternative that the treatment plan's item belongs to, in its phase; `nil` if the item is done
    /// whatever alternative is chosen.
    public let alternative: Int?
    public let service: ID<Service>
    /// The name that the item's service had when the treatment plan was proposed.
    public let serviceName: String
    public let tooth: ToothNumber?
    /// The faces of the tooth that the treatment plan's item is about; `nil` for the whole tooth, or if the item has no
    /// tooth.
    public let surfaces: [ToothSurface]?
    /// The doctor who is to do the work of the treatment plan's item; `nil` for any.
    public let doctor: ID<StaffMember>?
    public let fee: Money
    public let note: Personal<String>?

    public init(
        id: ID<TreatmentItem>, phase: Int, alternative: Int?, service: ID<Service>, serviceName: String,
        tooth: ToothNumber?, surfaces: [ToothSurface]?, doctor: ID<StaffMember>?, fee: Money, note: Personal<String>?
    ) {
        self.id = id
        self.phase = phase
        self.alternative = alternative
        self.service = service
        self.serviceName = serviceName
        self.tooth = tooth
        self.surfaces = surfaces
        self.doctor = doctor
        self.fee = fee
        self.note = note
    }

    /// The maximum number of items of one treatment plan.
    public static let limit = 60

    /// The codec of an item of a treatment plan in events.
    static let codec = object(
        TreatmentItem.init(id:phase:alternative:service:serviceName:tooth:surfaces:doctor:fee:note:),
        field("item_id", \.id, .id()),
        field("phase", \.phase, .int(1...PlanPhases.limit)),
        optionalField("alternative", \.alternative, .int(1...PlanPhases.alternatives)),
        field("service_id", \.service, .id()),
        field("service_name", \.serviceName, .name()),
        optionalField("tooth", \.tooth, ToothNumber.codec),
        optionalField("surfaces", \.surfaces, .toothSurfaces),
        optionalField("doctor_id", \.doctor, .id()),
        field("fee", \.fee, Money.unsignedCodec),
        optionalField("note", \.note, .personal(.clinical, .prose(max: 1000))))

    var withoutNote: TreatmentItem { with(note: nil) }
    /// A copy of the treatment plan's item, without its note if the note was erased.
    var unlessErased: TreatmentItem { with(note: note?.unlessErased) }

    private func with(note: Personal<String>?) -> TreatmentItem {
        TreatmentItem(
            id: id, phase: phase, alternative: alternative, service: service, serviceName: serviceName, tooth: tooth,
            surfaces: surfaces, doctor: doctor, fee: fee, note: note)
    }
}

/// The limits of the phases of a treatment plan.
enum PlanPhases {
    /// The maximum number of phases of one treatment plan.
    static let limit = 10
    /// The maximum number of alternatives of one phase of a treatment plan.
    static let alternatives = 5
}

/// The alternative that the patient chose for one phase of a treatment plan.
public struct PlanChoice: Hashable, Sendable {
    public let phase: Int
    public let alternative: Int

    public init(phase: Int, alternative: Int) {
        self.phase = phase
        self.alternative = alternative
    }

    static let codec = object(
        PlanChoice.init(phase:alternative:),
        field("phase", \.phase, .int(1...PlanPhases.limit).described("The number of the phase. The first phase is 1.")),
        field(
            "alternative", \.alternative,
            .int(1...PlanPhases.alternatives).described("The number of the chosen alternative of this phase."))
    ).described("The chosen alternative of a phase of a treatment plan.").named("PlanChoice")
}

extension [PlanChoice] {
    /// Whether an item of a treatment plan is to be done if the given alternatives are chosen.
    func include(_ item: TreatmentItem) -> Bool {
        item.alternative.map { contains(PlanChoice(phase: item.phase, alternative: $0)) } ?? true
    }
}
