import Clinic
import Endpoints
import EventSourcing
import EventStore
import Identity
import JSON
import PostgresClient
import Projections
import SQL

/// The state of each part of a server, for load balancers and operators.
///
/// The report is public, so all its texts are constants of the program. None of them contains an address or an error
/// message. Unreadable events are named only by clinic, position and type.
struct ReadinessReport: Sendable {
    enum Part: String, CaseIterable, Sendable {
        case server, database, writes, schema, feed
        case accessLog = "access_log"
        case sessions
        case events, chain, asyncProjections = "async_projections", audit = "projection_audit"
    }

    enum Condition: String, CaseIterable, Sendable {
        case ok
        /// The part of the server has a fault, but the server still serves requests.
        case degraded
        case unavailable
    }

    struct Component: Sendable {
        let name: Part
        let status: Condition
        let reason: String?
        let unreadable: [EventPlace]?

        static let codec = object(
            Component.init(name:status:reason:unreadable:),
            field("name", \.name, .stringEnum.described("The part of the server.")),
            field("status", \.status, .stringEnum.described("`degraded`: requests are carried out all the same.")),
            optionalField(
                "reason", \.reason, .string(max: 100).described("The reason for a status other than `ok`; else absent.")
            ),
            optionalField(
                "unreadable_events", \.unreadable,
                .array(EventPlace.codec, 0...Self.mostNamed).described(
                    "Events that cannot be read, until an operator quarantines them; the first of them."))
        ).described("A part of the server.").named("Component")

        static let mostNamed = 20
    }

    private(set) var components: [Component] = []

    private mutating func add(
        _ part: Part, _ status: Condition = .ok, _ reason: String? = nil, unreadable: [EventPlace]? = nil
    ) {
        components.append(Component(name: part, status: status, reason: reason, unreadable: unreadable))
    }

    /// The readiness report of a server that is still starting, or that drains before it has started.
    init(starting phase: Readiness.Phase) {
        switch phase {
        case .draining: add(.server, .unavailable, phase.reason)
        case .reachingPostgres: add(.database, .unavailable, phase.reason)
        case .migrating:
            add(.database)
            add(.schema, .unavailable, phase.reason)
        case .following, .serving:
            add(.database)
            add(.schema)
            add(.feed, .unavailable, phase.reason)
        }
    }

    /// The time limit for a query about the lag of hash chains or projections.
    private static let patience = Duration.seconds(2)
    /// The number of unchained events from which the report calls the hash chains degraded. So many accumulate only if
    /// the chainer has stopped, or if events are appended faster than they are hashed.
    private static let longChainLag = 20_000
    /// The number of unprojected events above which asynchronous projections are reported as degraded. So many
    /// accumulate if the figures are computed for the first time or rebuilt, or if no server projects them.
    private static let longLag = 2_000

    /// Collects the readiness report of a server that has started. Call it on the loop of `services`.
    init(_ services: LoopServices) async {
        let phase = services.shared.readiness.phase
        if phase == .draining { add(.server, .unavailable, phase.reason) } else { add(.server) }
        switch services.shared.writes.verdict {
        case .proved where services.shared.log.storage.isFailing:
            add(.database)
            add(.writes, .unavailable, "the database cannot store appends")
        case .proved:
            add(.database)
            add(.writes)
        case .refused:
            add(.database)
            add(.writes, .unavailable, "the database accepts no writes")
        case .roleRefused:
            add(.database)
            add(.writes, .unavailable, "the database refuses the server's role: the log has the statement to run")
        case .unanswered:
            add(.database, .unavailable, Readiness.Phase.reachingPostgres.reason)
            return
        }
        add(.schema)
        if services.shared.views.isInStep {
            add(.feed)
        } else {
            add(.feed, .degraded, "not hearing what others append")
        }
        if services.shared.identity.hearsOfSessions {
            add(.sessions)
        } else {
            add(.sessions, .degraded, "not hearing which sessions end: each request asks the database")
        }
        switch services.accesses.patientsWaiting {
        case ..<(AccessLog.mostWaiting / 10): add(.accessLog)
        case ..<(AccessLog.mostWaiting / 10 * 9): add(.accessLog, .degraded, "who looked is not written down")
        case _: add(.accessLog, .unavailable, "who looked is not written down")
        }
        let unreadable = Array(services.shared.log.unreadable.all.prefix(Component.mostNamed))
        if unreadable.isEmpty {
            add(.events)
        } else {
            add(.events, .degraded, "events cannot be read: quarantine them", unreadable: unreadable)
        }
        await addChain(services)
        await addAsync(services)
        if services.shared.projectionAudit.reading.differing == 0 {
            add(.audit)
        } else {
            add(.audit, .degraded, "documents are not what their events say")
        }
    }

    private mutating func addChain(_ services: LoopServices) async {
        do throws(PostgresError) {
            let lag = try await services.shared.feeds.value(from: services.reads, within: Self.patience).unchained
            if lag < Self.longChainLag { add(.chain) } else { add(.chain, .degraded, "behind the feeds") }
        } catch { add(.chain, .degraded, "how far the chains are is not known") }
    }

    private mutating func addAsync(_ services: LoopServices) async {
        do throws(PostgresError) {
            let lags = try await services.shared.projectionLags.value(from: services.reads, within: Self.patience)
            if lags.contains(where: { $0.stoppedClinics > 0 }) {
                add(.asyncProjections, .degraded, "figures cannot be kept up to date in a clinic")
            } else if lags.contains(where: { $0.events > Self.longLag }) {
                add(.asyncProjections, .degraded, "figures are being brought up to date")
            } else {
                add(.asyncProjections)
            }
        } catch { add(.asyncProjections, .degraded, "how far figures are is not known") }
    }

    /// The condition of a server as a whole: the worst condition of its parts in the readiness report.
    var status: Condition {
        components.contains { $0.status == .unavailable }
            ? .unavailable : components.contains { $0.status == .degraded } ? .degraded : .ok
    }

    /// The 503 answer to a readiness request, if a part of the server is unavailable.
    var problem: Problem {
        let reason = components.first { $0.status == .unavailable }?.reason
        return .notReady(reason ?? "").with("components", components, .array(Component.codec))
    }

    /// The 200 answer to a readiness request, if no part of the server is unavailable.
    func bytes(at now: Instant) -> [UInt8] {
        Self.codec.bytes(Answer(status: status, time: now, components: components))
    }

    private struct Answer: Sendable {
        let status: Condition
        let time: Instant
        let components: [Component]
    }

    private static let codec = object(
        Answer.init(status:time:components:),
        field("status", \.status, .stringEnum.described("The worst status of all parts.")),
        field("time", \.time, .instant.described("The server's time, in UTC.")),
        field(
            "components", \.components,
            .array(Component.codec).described("The parts of the server, each with its status."))
    ).described("Whether the server can do its work.").named("Readiness")

    static let answer = Endpoints.Answer.ok(codec, "The status of each part of the server")
}

extension EventPlace {
    fileprivate static let codec = object(
        EventPlace.init(clinic:position:type:), field("clinic_id", \.clinic, .uuid.described("The clinic's id.")),
        field("position", \.position, .int64.described("The event's position in the clinic's feed.")),
        field("type", \.type, .string(max: 200).described("The event's type."))
    ).described("The place of an event that cannot be read.").named("UnreadableEvent")
}
