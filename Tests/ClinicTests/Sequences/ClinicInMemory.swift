import Catalogue
import Clinic
import Endpoints
import EventSourcing
import Identifiers

/// A clinic without a server and a database. Requests reach its commands through the endpoints' declarations, and
/// events are appended to a feed in memory.
final class ClinicInMemory {
    private(set) var feed: [Recorded<ClinicEvent>]
    /// The number of ids that requests have used so far for new entities.
    private(set) var made: UInt64
    private let cache = StateCache<ClinicEvent>(capacity: 1_000_000, zones: .system)

    init(_ feed: [Recorded<ClinicEvent>] = [], made: UInt64 = 0) {
        self.feed = feed
        self.made = made
    }

    /// The events that a request would append, and the ids that the request uses for new entities.
    struct Answer {
        let events: [ClinicEvent]
        let newIDs: [UUIDBytes]
    }

    /// Decides a request on the cached states, and appends nothing.
    ///
    /// - Throws: the problem with which the request is refused.
    func decide(_ request: ClinicRequest, at now: Instant) throws(Problem) -> Answer {
        var newIDs: [UUIDBytes] = []
        let command: ClinicCommand
        switch try request.action() {
        case .command(let chosen): command = chosen
        case .creation(let create):
            command = try create(ids { newIDs.append($0) })
        case .prescription(let make): command = make(SampleDrugs.formulary, ids { newIDs.append($0) })
        case .informed(_, let make): command = make(nil)
        case .query, .past, .computed, .computedAbout: return Answer(events: [], newIDs: [])
        }
        let events = try read { (model) throws(Problem) in try command.decide(&model, at: now) }
        return Answer(events: events, newIDs: newIDs)
    }

    /// Generates ids for the new entities of one request.
    ///
    /// - Parameter note: receives each generated id.
    private func ids(_ note: @escaping (UUIDBytes) -> Void) -> NewIDs {
        var number = made
        return NewIDs {
            let id = UUIDBytes(high: 0x7000, low: 0x8000_0000_0100_0000 | number)
            number += 1
            note(id)
            return id
        }
    }

    /// The state of a subject after all events of the feed in memory.
    func state<State: EventSourced>(_ subject: Subject<State>) -> State where State.Event == ClinicEvent {
        read { $0[subject] }
    }

    func append(_ answer: Answer, by principal: Principal, at now: Instant) {
        made += UInt64(answer.newIDs.count)
        let first = feed.count
        for event in answer.events {
            feed.append(
                Recorded(
                    clinic: Given.clinic, position: Int64(feed.count + 1), event: event, recordedAt: now,
                    actor: .account(principal.account, role: principal.role.rawValue)))
        }
        let new = Array(feed[first...])
        cache.absorb(new, tags: new.map(\.event.tags.noticed))
    }

    /// A copy of a clinic in memory, whose events were stored and decoded. It has no cached states, so each of its
    /// states is folded from the events.
    ///
    /// - Parameter beginning: the feed's first events, if they were stored and decoded before.
    func replayed(after beginning: [Recorded<ClinicEvent>] = []) throws -> ClinicInMemory {
        let seal = GlassSeal(isErased: false)
        let stored = try feed[beginning.count...].map { recorded in
            Recorded(
                clinic: recorded.clinic, position: recorded.position, event: try seal.stored(recorded.event),
                recordedAt: recorded.recordedAt, actor: recorded.actor)
        }
        return ClinicInMemory(beginning + stored, made: made)
    }

    private func read<Value, Rejection: Error>(
        _ body: (inout DecisionModel<ClinicEvent>) throws(Rejection) -> Value
    ) throws(Rejection) -> Value {
        while true {
            var model = DecisionModel(cache)
            let value = Result { () throws(Rejection) in try body(&model) }
            if model.missing.isEmpty { return try value.get() }
            cache.load(
                model.missing, after: StateCache<ClinicEvent>.request(missing: model.missing), events: feed,
                upTo: Int64(feed.count))
        }
    }
}

/// A request of a caller to one of the clinic's endpoints.
struct ClinicRequest {
    let endpoint: Endpoint<ClinicAction>
    let path: String
    let body: String
    let principal: Principal

    /// The action of a request, with inputs that are read as a server reads them.
    func action() throws(Problem) -> ClinicAction {
        guard case .found(_, let arguments)? = ClinicRequest.router?.match(operation.method, Array(path.utf8)[...])
        else {
            throw Problem(.notFound)
        }
        let invocation = Invocation(
            arguments: arguments, body: Array(body.utf8), principal: principal,
            field: { name in
                switch name {
                case "content-type": Array("application/json".utf8)[...]
                case "idempotency-key": Array("key".utf8)[...]
                default: nil
                }
            })
        return try endpoint.prepare(invocation).action
    }

    var operation: Operation { endpoint.operation }

    private static let router = try? Router(ClinicFeatures.endpoints.map(\.operation))

    static let endpoints = Dictionary(uniqueKeysWithValues: ClinicFeatures.endpoints.map { ($0.operation.id, $0) })
}
