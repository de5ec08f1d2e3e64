import Clinic
import Crypto
import Endpoints
import EventSourcing
import EventStore
import HTTPServer
import Identifiers

/// A command of a client that sends no idempotency key. Its ids follow from the session and the request, so the same
/// request of the same session has the same ids: the first for the first request, the next if the request is made again
/// later than `seconds` after that one, and so on.
struct ImpliedCommand: Sendable {
    /// The number of seconds in which the same request counts as a repetition. A queue that an app flushes after an outage
    /// repeats what has been carried out without an answer within this time.
    static let seconds: Int64 = 300

    private let hash: [UInt8]
    private let session: UUIDBytes

    init(_ requestHash: [UInt8], of principal: Principal) {
        hash = requestHash
        session = principal.session
    }

    /// The id of the command that is made by the request for the `number`th time, beginning with 0.
    func id(_ number: Int) -> UUIDBytes {
        var digest = SHA256()
        digest.update(data: Array("implied".utf8))
        digest.update(data: session.bytes)
        digest.update(data: hash)
        digest.update(data: (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) })
        return UUIDBytes(digest.finalize())
    }

    /// Whether a request that was carried out before is meant again: the last time was long ago.
    func isMeantAgain(_ outcome: Outcome, at now: Instant) -> Bool {
        outcome.recordedAt.map { $0.adding(seconds: Self.seconds) <= now } ?? false
    }
}

extension Dispatcher {
    /// Runs a command once for its idempotency key. Without a key it runs once for the request of the session, if the
    /// operation allows that and the same request was not made long ago.
    func carryOut(
        _ command: ClinicCommand, _ call: ServerCall, _ principal: Principal, _ key: IdempotencyKey?,
        _ place: AnswerPlace, _ digest: [UInt8]?
    ) async throws(LogFailure<Problem>) -> Outcome {
        let isImplied = key == nil && call.operation.idempotency == .implied
        let hash = key != nil || isImplied ? call.request.hash(of: digest) : []
        let implied = isImplied ? ImpliedCommand(hash, of: principal) : nil
        var number = 0
        while true {
            let envelope = CommandEnvelope(
                commandID: key?.commandID(of: principal.account) ?? implied?.id(number), requestHash: hash,
                actor: .account(principal.account, role: principal.role.rawValue), now: call.now)
            do throws(LogFailure<Problem>) {
                let outcome = try await services.homes[principal.feed].handle(
                    command, in: principal.feed, as: envelope, answer: place)
                guard let implied, outcome.status == .replayed, implied.isMeantAgain(outcome, at: call.now) else {
                    return outcome
                }
            } catch {
                // The stored answer was deleted thirty days after the last time.
                guard isImplied, case .answerDropped = error else { throw error }
            }
            number += 1
        }
    }
}
