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

extension Installation {
    /// The result of quarantining an event, for the operator.
    package struct QuarantineReport: Sendable {
        /// Whether this call quarantined the event; `false` if it had been quarantined before.
        package let isNew: Bool
        /// The number of documents that the rebuild after the quarantine changed.
        package let changedDocuments: Int
    }

    /// Quarantines an event that cannot be read: appends an event that records the quarantine, and rebuilds the
    /// clinic's documents. The quarantined event itself is not changed. Running servers receive the new event and use
    /// the rebuilt documents without a restart.
    ///
    /// - Parameters:
    ///   - reason: the reason for the quarantine. It is stored permanently, so it must not contain patient data.
    /// - Throws: `OperationRefused` for an event that can be read or does not exist, or another failure.
    package func quarantine(clinic: String, position: Int64, reason: String) async throws -> QuarantineReport {
        let clinic = try UUIDBytes(written: clinic)
        let isNew = try await withServices { services -> Bool in
            switch try await services.log.state(of: position, in: clinic) {
            case .absent: throw OperationRefused(description: "the clinic has no event at position \(position)")
            case .readable:
                throw OperationRefused(description: "the event can be read: only one that cannot be is quarantined")
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
        let report = try await Maintenance.onOwnLoop { loop in
            try await Rebuild(
                ClinicFeatures.projections, by: "quarantine", anew: true, of: clinic, keys: try personalKeys()
            ).run(postgres, on: loop)
        }
        if let failure = report.failures.first {
            throw OperationRefused(description: "quarantined, but: \(failure.reason)")
        }
        return QuarantineReport(isNew: isNew, changedDocuments: report.changed)
    }
}

/// The decision that quarantines an event, unless it is quarantined already.
private struct QuarantineEvent: Decision {
    let about: Quarantined

    func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Never) -> [ClinicEvent] {
        let known = model[Subject<Quarantine<ClinicEvent>>(.quarantine)]
        return known.positions.contains(about.position) ? [] : [.quarantined(about)]
    }
}
