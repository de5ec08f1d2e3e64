import Clinic
import Endpoints
import EventLoop
import EventSourcing
import EventStore
import Identifiers
import Identity
import JSON
import Logging

extension LoopServices {
    /// Reads the visit link and the clinic in the token of the link.
    ///
    /// - Throws: 404 if this installation has not signed the token; 429 if the links of the appointment are used too
    ///   often.
    func link(_ token: String) throws(Problem) -> (link: VisitLink, clinic: UUIDBytes) {
        guard let token = identity.visitToken(token) else { throw Problem(.visitLinkInvalid) }
        if let notice = shared.rates.ofLink(to: token.appointment, at: loop.now), notice.isRefusal {
            metrics.limited(by: notice.limit)
            throw notice.problem
        }
        return (VisitLink(ID(token.appointment), start: token.start), token.clinic)
    }

    /// Makes the answer with the token of a visit link, and with the link's address if the server knows the app's page.
    func answer(_ link: VisitLink, in clinic: UUIDBytes) -> VisitLinkAnswer {
        let token = identity.sign(
            VisitToken(clinic: clinic, appointment: link.appointment.uuid, start: link.start))
        return VisitLinkAnswer(token: token, url: identity.url(ofVisit: token), expiresAt: link.start)
    }

    /// The appointment of a visit link, as JSON for the holder of the link. The security log records that it was shown.
    func show(_ link: VisitLink, in clinic: UUIDBytes, _ call: ServerCall) async throws -> [UInt8] {
        let shown = try await ofLog(call) { () throws(LogFailure<Problem>) in
            try await log.read(clinic) { model throws(Problem) in try LinkedVisit.of(link, &model, at: call.now) }
        }
        identity.security.linkOpened(by: call.operation.id, patient: shown.patient.uuid, clinic: clinic, at: call.now)
        return LinkedVisit.codec.bytes(shown.visit)
    }

    /// Confirms, cancels or moves the appointment of a visit link. The actor of the events is the visit link.
    func act(
        _ act: ActByVisitLink.Act, by link: VisitLink, in clinic: UUIDBytes, _ call: ServerCall
    ) async throws {
        let command = ClinicCommand(
            ActByVisitLink(act, by: link), answer: DocumentAnswer(Appointments.self, DocumentKey(link.appointment)))
        try await run(command, in: clinic, as: .visitLink, call)
    }

    /// Runs a command of a person who has not signed in.
    ///
    /// - Parameter actor: the actor that the events name.
    func run(
        _ command: ClinicCommand, in clinic: UUIDBytes, as actor: Actor, _ call: ServerCall
    ) async throws(Problem) {
        try await ofLog(call) { () throws(LogFailure<Problem>) in
            do throws(LogFailure<Problem>) {
                let outcome = try await homes[clinic].handle(
                    command, in: clinic, as: CommandEnvelope(actor: actor, now: call.now))
                metrics.ended(CommandOutcome(outcome.status))
            } catch {
                metrics.ended(CommandOutcome(error))
                throw error
            }
        }
    }

    /// Runs a call to the event log for the holder of a visit link. A failure becomes the problem for the client, and a
    /// log line if the database or a stored event is the cause.
    func ofLog<Value>(
        _ call: ServerCall, _ body: () async throws(LogFailure<Problem>) -> Value
    ) async throws(Problem) -> Value {
        do throws(LogFailure<Problem>) { return try await body() } catch {
            if let report = error.report {
                logger.warning(
                    "request failed",
                    metadata: call.trace.metadata.merging(["operation": "\(call.operation.id)", "reason": "\(report)"])
                    { $1 })
            }
            throw error.problem
        }
    }
}
