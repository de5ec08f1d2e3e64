import Clinic
import Endpoints
import EventLoop
import EventStore
import Logging
import Migrations
import PostgresClient
import TimeZones

/// The steps between listening and serving: waiting for PostgreSQL, migrating the schema, and following the appends of
/// other processes.
struct Startup: Sendable {
    let configuration: ServerConfiguration
    let loops: [EventLoop]
    let shared: SharedServices
    var readiness: Readiness { shared.readiness }

    /// Runs the steps of a server's start. Waits without limit until PostgreSQL can be reached and the schema is
    /// migrated.
    ///
    /// - Throws: the failure of a step of the start, with a text for an operator, also if the connection is lost after
    ///   the migration; `PostgresError.cancelled` or `CancellationError` if the task is cancelled.
    func run(_ gates: [LoopBound<StartupGate>]) async throws -> StartedServices {
        let endpoints = ServerAPI.endpoints
        let router = try Router(endpoints.map(\.operation))
        try await migrate()
        readiness.begin(.following)
        let started = try await openServices()
        do {
            try await started.following.run { try await $0.start(configuration, shared.identity) }
        } catch {
            await started.close()
            throw error
        }
        for services in started.services {
            try? await services.run { services in
                for gate in gates where gate.loop === services.loop {
                    let gate = gate.value
                    gate.open(Dispatcher(services, endpoints: endpoints, router: router, access: gate.access))
                }
            }
        }
        readiness.begin(.serving)
        return started
    }

    private func migrate() async throws {
        var backoff = Backoff()
        var random = SystemRandomNumberGenerator()
        while true {
            do {
                let database = PostgresConfiguration(conninfo: configuration.database)
                try await Migrator().run(
                    database, on: loops[0], connected: { readiness.begin(.migrating) },
                    waiting: { [logger = shared.logger] migration in
                        logger.notice(
                            "a migration waits: another session holds a lock on a table that it changes",
                            metadata: ["migration": "\(migration.fileName)"])
                    })
                try await shared.keys.check(from: configuration.keys, against: database, on: loops[0])
                if backoff.attempts > 0 { shared.logger.notice("PostgreSQL is reachable") }
                return
            } catch let error as PostgresError where error.mayPass {
                readiness.begin(.reachingPostgres)
                let pause = backoff.next(using: &random)
                // The first failed attempt to reach PostgreSQL is logged as a warning, and then about one attempt per
                // minute.
                shared.logger.log(
                    level: backoff.attempts % 16 == 1 ? .warning : .debug, "waiting for PostgreSQL",
                    metadata: ["reason": "\(error)", "next": "\(pause)"])
                try await loops[0].sleep(for: pause)
            }
        }
    }

    private func openServices() async throws -> StartedServices {
        let (configuration, shared) = (configuration, shared)
        var services: [LoopBound<LoopServices>] = []
        var logs: [LoopBound<EventLog<ClinicEvent>>] = []
        for loop in loops {
            let (own, log) = try await loop.run {
                let services = LoopServices(on: loop, configuration, sharing: shared)
                return (LoopBound(services, on: loop), LoopBound(services.log, on: loop))
            }
            services.append(own)
            logs.append(log)
        }
        do {
            try await services[0].run {
                try await MissingZones.check(shared.log.zones.current, from: configuration.zones, $0.reads)
            }
        } catch {
            for service in services { try? await service.run { await $0.close() } }
            throw error
        }
        let homes = HomeLoops(logs)
        for (index, loop) in loops.enumerated() {
            services[index] = try await services[index].run { LoopBound($0.sending(to: homes), on: loop) }
        }
        shared.log.announcements.onAppended { clinic, events in shared.views.appended(events, in: clinic) }
        let heartbeat = try await loops[0].run { [loop = loops[0]] in
            let heartbeat = Heartbeat(
                on: loop, configuration.database, shared.writes, shared.log.storage, shared.logger)
            await heartbeat.start()
            return LoopBound(heartbeat, on: loop)
        }
        let chain = try await ChainKeeper.start(configuration, shared)
        let following = try await services[0].run { LoopBound(Following($0, sharing: shared), on: $0.loop) }
        let timed = try await services[0].run { services in
            let timed = TimedSteps(services)
            timed.start()
            return LoopBound(timed, on: services.loop)
        }
        let notifications = try await services[0].run { services in
            let worker = NotificationWorker(services, services.shared.channels)
            worker.start()
            return LoopBound(worker, on: services.loop)
        }
        let fileSweep: LoopBound<FileSweep>? =
            if let files = shared.files {
                try await services[0].run { services in
                    let sweep = FileSweep(services, files)
                    sweep.start()
                    return LoopBound(sweep, on: services.loop)
                }
            } else { nil }
        let webhooks = try await WebhookService.start(services[0])
        return StartedServices(
            services: services, following: following,
            heartbeat: heartbeat, timed: timed, notifications: notifications, fileSweep: fileSweep, webhooks: webhooks,
            chain: chain,
            background: try await BackgroundWork.start(configuration, shared))
    }
}

extension PostgresError {
    /// Whether an error means that the database server is unreachable, starting or stopping, so that a retry may
    /// succeed soon.
    fileprivate var mayPass: Bool {
        switch self {
        case .notConnected, .outcomeUnknown: true
        case .server(let error): error.isFatal
        case .roleRefused, .timedOut, .cancelled, .busy, .protocolViolation: false
        }
    }
}
