import Clinic
import EventSourcing
import Identifiers
import SQL
import Testing
import TimeZones
import ZoneFiles

// A decision's test reads as a sentence:
//
//     given(.clinicFounded, .chair(.chairAdded(…))).when(RetireChair(…), at: noon).then(.chair(.chairRetired(…)))

/// A history for a test: events of one clinic, oldest first.
func given(_ events: ClinicEvent...) -> Given { Given().and(events) }
func given(_ events: [ClinicEvent]) -> Given { Given().and(events) }

struct Given {
    static let clinic = UUIDBytes(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0001)

    private(set) var feed: [Recorded<ClinicEvent>] = []

    /// The history with more events, which `actor` caused and which were recorded at `time`.
    func and(_ events: [ClinicEvent], at time: Instant = "2026-01-02T08:00:00Z", by actor: Actor = .system) -> Given {
        var given = self
        for event in events {
            given.feed.append(
                Recorded(
                    clinic: Given.clinic, position: Int64(given.feed.count + 1), event: event, recordedAt: time,
                    actor: actor))
        }
        return given
    }

    func and(_ events: ClinicEvent..., at time: Instant, by actor: Actor = .system) -> Given {
        and(events, at: time, by: actor)
    }

    /// The state of a subject after the events of the history.
    func state<State: EventSourced>(_ subject: Subject<State>) -> State where State.Event == ClinicEvent {
        var state = State.initial(under: subject.tag)
        for recorded in feed where recorded.event.tags.noticed.contains(subject.tag) { state.evolve(recorded) }
        return state.under(ZoneSource.system.current)
    }

    /// A row of a read model after the events of the history; `nil` if the read model has no row with the key.
    func row<P: Projection>(_ projection: P.Type, _ key: DocumentKey) -> DocumentRow? where P.Event == ClinicEvent {
        let fold = DocumentFold(P.self)
        fold.absorb(feed[...])
        return fold.row(key)
    }

    /// The document with a key in a read model, as JSON text, after the events of the history.
    func document<P: Projection>(_ projection: P.Type, _ key: DocumentKey) -> String? where P.Event == ClinicEvent {
        row(projection, key).map { String(decoding: $0.document, as: UTF8.self) }
    }

    func when<D: Decision>(_ decision: D, at now: Instant) -> Verdict<D> where D.Event == ClinicEvent {
        Verdict(
            given: self, now: now,
            result: Result { () throws(D.Rejection) in
                try StateCache.decide(decision, over: feed, at: now, zones: .system)
            })
    }
}

/// The result of a decision (events or a rejection), and the history on which it was made.
struct Verdict<D: Decision> where D.Event == ClinicEvent {
    let given: Given
    let now: Instant
    let result: Result<[ClinicEvent], D.Rejection>

    /// Expects that the decision gives exactly the expected events. Returns the history including them.
    @discardableResult
    func then(_ expected: ClinicEvent..., sourceLocation: SourceLocation = #_sourceLocation) -> Given {
        switch result {
        case .success(let events):
            #expect(events.map(\.asStored) == expected.map(\.asStored), sourceLocation: sourceLocation)
            return given.and(events, at: now)
        case .failure(let rejection):
            Issue.record("rejected: \(rejection)", sourceLocation: sourceLocation)
            return given
        }
    }

    /// Expects that the decision succeeds without events.
    @discardableResult
    func thenNothing(sourceLocation: SourceLocation = #_sourceLocation) -> Given {
        switch result {
        case .success(let events):
            #expect(events.map(\.asStored) == [], sourceLocation: sourceLocation)
        case .failure(let rejection):
            Issue.record("rejected: \(rejection)", sourceLocation: sourceLocation)
        }
        return given
    }

    /// Returns the history including the events of the decision. A rejection is thrown.
    func thenWhatever(sourceLocation: SourceLocation = #_sourceLocation) throws -> Given {
        given.and(try result.get(), at: now)
    }
}

extension Verdict where D.Rejection: Equatable {
    @discardableResult
    func thenRejected(_ expected: D.Rejection, sourceLocation: SourceLocation = #_sourceLocation) -> Given {
        switch result {
        case .success(let events):
            Issue.record("not rejected, but \(events.map(\.asStored))", sourceLocation: sourceLocation)
        case .failure(let rejection):
            #expect(rejection == expected, sourceLocation: sourceLocation)
        }
        return given
    }
}

extension Bind {
    /// The text of a value for a column of type JSON or text; empty for other types.
    var shown: String {
        switch self {
        case .json(let bytes), .utf8(let bytes): String(decoding: bytes, as: UTF8.self)
        case .text(let text): text
        default: ""
        }
    }
}

extension DocumentRow {
    /// The value of the column with the given name in a row of a read model; `nil` if the read model has no such
    /// column.
    func column<P: Projection>(_ name: String, of projection: P.Type) -> Bind? {
        zip(P.columns, columns).first { "\($0.0.name)" == name }?.1
    }
}

extension ClinicEvent {
    /// The event's type and its payload as JSON without sealing, as a text that tests compare.
    var asStored: String {
        let payload = payload
        return "\(type(of: payload).stored.name) \(String(decoding: payload.plainBytes, as: UTF8.self))"
    }
}

// Instants, dates, times of day and ids as literals, for tests only. An invalid literal ends the test process.

extension Instant: ExpressibleByStringLiteral {
    public init(stringLiteral text: StaticString) {
        guard let instant = Instant(rfc3339: text.description) else { preconditionFailure("no instant: \(text)") }
        self = instant
    }
}

extension CivilDate: ExpressibleByStringLiteral {
    public init(stringLiteral text: StaticString) {
        guard let date = CivilDate(iso8601: text.description) else { preconditionFailure("no date: \(text)") }
        self = date
    }
}

extension LocalTime: ExpressibleByStringLiteral {
    public init(stringLiteral text: StaticString) {
        guard let time = LocalTime(text.description) else { preconditionFailure("no time: \(text)") }
        self = time
    }
}

extension ID: ExpressibleByIntegerLiteral {
    /// The id of an entity in a test: `1` is `00000000-0000-7000-8000-000000000001`.
    public init(integerLiteral number: UInt64) {
        self.init(UUIDBytes(high: 0x7000, low: 0x8000_0000_0000_0000 | number))
    }
}

let noon: Instant = "2026-11-23T11:00:00Z"

extension ClinicZone {
    /// The time zone with a name, by this machine's rules. The test fails if the zone does not exist.
    static func named(_ name: String) throws -> ClinicZone {
        try #require(ZoneName(name).flatMap { ClinicZone($0, in: ZoneSource.system.current) })
    }
}

extension ZoneName {
    static func named(_ name: String) throws -> ZoneName { try #require(ZoneName(name)) }
}

extension ZoneSource {
    /// The time zone rules of this machine; only UTC if they cannot be read.
    static let system = ZoneSource((try? ZoneFolder().load()) ?? .onlyUTC)
}
