import Clinic
import ClinicServer
import EventLoop
import EventSourcing
import EventStore
import Identifiers
import Identity
import Logging
import PostgresClient
import Projections

extension Maintenance {
    /// The result of quarantining an event.
    package struct QuarantineReport: Sendable {
        /// Whether the event is quarantined now; `false` if it was before.
        package let isNew: Bool
        /// The number of rewritten documents.
        package let changedDocuments: Int
    }

    /// Quarantines an event that cannot be read: appends an event that says so, and rebuilds the clinic's documents.
    /// The event itself is not changed. Servers notice at once.
    ///
    /// - Parameters:
    ///   - reason: kept for good; must not contain patient data.
    /// - Throws: `Refused` for an event that can be read or does not exist, or another failure.
    package static func quarantine(
        _ database: String, keys: String, clinic: String, position: Int64, reason: String, logger: Logger
    ) async throws -> QuarantineReport {
        let clinic = try id(clinic)
        let isNew = try await withServices(database, keys: keys, logger) { services -> Bool in
            switch try await services.log.state(of: position, in: clinic) {
            case .absent: throw Refused(description: "the clinic has no event at position \(position)")
            case .readable:
                throw Refused(description: "the event can be read: only one that cannot be is quarantined")
            case .quarantined: return false
            case .unreadable(let event, let tags, let why):
                logger.notice("quarantining", metadata: ["type": "\(event.type)", "why": "\(why)"])
                let decision = QuarantineEvent(
                    about: Quarantined(position: position, type: event.type, reason: reason, eventTags: tags))
                _ = try await services.log.handle(
                    decision, in: clinic, as: CommandEnvelope(actor: .system, now: .now))
                return true
            }
        }
        let report = try await onOwnLoop { loop in
            try await Rebuild(
                ClinicFeatures.projections, by: "quarantine", anew: true, of: clinic,
                keys: try PersonalKeys(KeyFolder(path: keys))
            ).run(PostgresConfiguration(conninfo: database), on: loop)
        }
        if let failure = report.failures.first { throw Refused(description: "quarantined, but: \(failure.reason)") }
        return QuarantineReport(isNew: isNew, changedDocuments: report.changed)
    }
}

/// The decision that quarantines an event, once.
private struct QuarantineEvent: Decision {
    let about: Quarantined

    func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Never) -> [ClinicEvent] {
        let known = model[Subject<Quarantine<ClinicEvent>>(.quarantine)]
        return known.positions.contains(about.position) ? [] : [.quarantined(about)]
    }
}
