import Clinic
import Endpoints
import EventSourcing
import Identifiers

/// A kind of request that random sequences send: an endpoint, the caller's role, and a body with placeholders.
struct Move: Sendable, CustomStringConvertible {
    let id: String
    let role: Role
    let body: String
    /// The name of the placeholder for the ids of the new entities that a request of this kind creates; `nil` if the
    /// keys of the entities' documents are these ids, or if the request creates nothing.
    let makes: String?

    init(_ id: String, as role: Role = .receptionist, _ body: String = "", makes: String? = nil) {
        self.id = id
        self.role = role
        self.body = body
        self.makes = makes
    }

    var description: String { "\(id) as \(role) \(body)" }
}

/// A move whose path and body, which are texts with placeholders, are parsed.
struct PreparedMove {
    let move: Move
    let endpoint: Endpoint<ClinicAction>
    /// The names of the problems with which the endpoint is described to refuse requests.
    let problems: Set<String>
    private let path: ValueTemplate
    private let body: ValueTemplate
    let principal: Principal

    /// Makes the requests of a move.
    ///
    /// - Returns: `nil` if the clinic has no endpoint with the move's id.
    init?(_ move: Move) {
        guard let endpoint = ClinicRequest.endpoints[move.id] else { return nil }
        self.move = move
        self.endpoint = endpoint
        problems = Set(endpoint.operation.allProblems.map(\.name))
        path = ValueTemplate(
            endpoint.operation.path.segments.map { segment in
                switch segment {
                case .literal(let text): "/" + text
                case .parameter(let name): "/<\(Self.placeholders[name] ?? name.replacing("_id", with: ""))>"
                }
            }.joined())
        body = ValueTemplate(move.body)
        principal = Self.principal(move.role)
    }

    /// The placeholders for path parameters whose names are not the names of the documents' keys.
    private static let placeholders = [
        "guardian_id": "patient", "draft_id": "invoice", "waitlist_entry_id": "entry",
    ]

    func request(_ values: inout SequenceValues) -> ClinicRequest {
        ClinicRequest(endpoint: endpoint, path: path.filled(&values), body: body.filled(&values), principal: principal)
    }

    private static func principal(_ role: Role) -> Principal {
        let subject: UUIDBytes =
            switch role {
            case .patient: Practice.patient(1).uuid
            case .doctor: Practice.doctor(1).uuid
            case .admin: Aggregate.admin.uuid
            case .receptionist, .person: UUIDBytes(high: 0x7000, low: 0x8000_0000_0000_0009)
            }
        return Principal(
            authenticatedIn: Given.clinic, account: subject, session: UUIDBytes(high: 1, low: 1), role: role,
            subject: subject)
    }
}
