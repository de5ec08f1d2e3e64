public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that sets the equipment of a chair. A service that needs equipment is booked only in chairs that have
/// all of it.
public struct EquipChair: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case noSuchChair
        case retired

        public var problem: Problem {
            switch self {
            case .noSuchChair: .notFound
            case .retired: Problem(.chairRetired)
            }
        }
    }

    let chair: ID<Chair>
    let equipment: [String]

    public init(_ chair: ID<Chair>, _ equipment: [String]) {
        self.chair = chair
        self.equipment = equipment
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        guard let known = model[.settings].chairs[chair] else { throw .noSuchChair }
        guard known.isActive else { throw .retired }
        guard known.equipment != equipment else { return [] }
        return [.chair(.chairEquipped(ChairEquipped(chair: chair, equipment: equipment)))]
    }
}

struct EquipmentBody: Sendable {
    let equipment: [String]

    static let codec = object(
        EquipmentBody.init(equipment:),
        field(
            "equipment", \.equipment,
            .array(.name(max: 50), 0...20).described("All equipment of the chair that services may need."))
    ).described("The equipment of a chair.").named("ChairEquipment")
}

extension ChairsAPI {
    static let equipChair = Endpoint<ClinicAction>(
        .put, "/api/v1/chairs/{chair_id}/equipment", id: "equipChair", summary: "Set a chair's equipment",
        details: """
            The body replaces all equipment. Services with `needs` are booked only in chairs that have all of them. \
            `GET /api/v1/affected-appointments` lists the appointments ahead whose chair lacks equipment now.
            """,
        tag: "Chairs", for: AdminOnly.self, takes: .path("chair_id", .chairID), .body(EquipmentBody.codec),
        answers: [.ok(ChairDocument.codec, "The chair as it is now")], problems: [.notFound, .chairRetired],
        idempotency: .accepted
    ) { _, chair, body throws(Problem) in
        .command(
            ClinicCommand(EquipChair(chair, body.equipment), answer: DocumentAnswer(Chairs.self, DocumentKey(chair))))
    }
}
