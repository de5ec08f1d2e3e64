import EventLoop
public import EventSourcing
import Identifiers
import PostgresClient
import SQL
import Synchronization

/// The program that sends mails, and the function that is called when new mails are queued.
public final class Post: Sendable {
    /// The program that sends mails. If it is `nil`, nothing is sent, and queued mails are deleted with their expired
    /// tokens.
    let program: MailProgram?
    private let carrier = Mutex<(@Sendable () -> Void)?>(nil)

    public init(_ program: MailProgram?) { self.program = program }

    /// Registers the function that sends queued mails.
    ///
    /// - Parameter carrier: sends the due mails. It is called on any thread, after a request that queued a mail.
    public func whenDue(_ carrier: @escaping @Sendable () -> Void) { self.carrier.withLock { $0 = carrier } }

    /// Refuses further mails. Mails that wait for the mail program are still sent.
    func close() {
        carrier.withLock { $0 = nil }
        program?.close()
    }

    /// Calls the function that sends queued mails, soon after a mail was queued or has become due.
    public func isDue() { carrier.withLock { $0 }?() }
}

extension Identity {
    private static let atOnce: Int64 = 20

    /// Sends the due mails. A server claims a mail for some minutes, and deletes the mail after sending it. If the mail
    /// is not deleted in this time, a server claims it again. So a mail may be sent twice, and attempts go on until the
    /// mail is deleted with its expired token.
    ///
    /// - Returns: the numbers of mails sent and failed.
    public func deliverMail(at now: Instant) async throws -> (sent: Int, failed: Int) {
        loop.preconditionCurrent()
        guard let program = shared.post.program else { return (0, 0) }
        try await askContacts(at: now)
        var count = (sent: 0, failed: 0)
        while true {
            let letters = try await claimLetters(at: now)
            for (id, letter) in letters {
                if let message = letter.message(program, at: now), await !program.send(message) {
                    count.failed += 1
                    continue
                }
                if letter.kind != .nothing { count.sent += 1 }
                _ = try await pool.perform("DELETE FROM mail_outbox WHERE mail_id = \(id)")
            }
            if letters.count < Int(Self.atOnce) { return count }
        }
    }

    /// Claims due mails for this server, each for two minutes or longer. The time doubles with each attempt to send a
    /// mail, up to an hour.
    private func claimLetters(at now: Instant) async throws -> [(UUIDBytes, Letter)] {
        let rows = try await pool.perform(
            """
            UPDATE mail_outbox
            SET tries = tries + 1, next_try_at = \(now) + make_interval(mins => least(60, 2 * 2 ^ least(tries, 10))::integer)
            FROM one_time_token
            WHERE one_time_token.token_id = mail_outbox.token_id AND mail_id IN (
                SELECT mail_id FROM mail_outbox WHERE next_try_at <= \(now)
                ORDER BY next_try_at LIMIT \(Self.atOnce) FOR UPDATE SKIP LOCKED)
            RETURNING mail_id, kind, recipient, one_time_token.token_id, purpose, email
            """)
        var letters: [(UUIDBytes, Letter)] = []
        for row in rows {
            guard let kind = Letter.Kind(rawValue: try row.text(1)),
                let purpose = OneTimePurpose(rawValue: try row.text(4))
            else { continue }
            let token = OneTimeToken(try row.uuid(3), purpose, email: try row.text(5), shared.pepper)
            let code = BookingCode(token.id, shared.pepper)
            letters.append((try row.uuid(0), Letter(kind: kind, recipient: try row.text(2), token: token, code: code)))
        }
        return letters
    }

    /// Deletes one-time tokens that expired more than a day ago, with their mails, and booking requests that have
    /// expired. Handed tokens are kept as long as sessions are.
    public func forgetTokens(at now: Instant) async throws { _ = try await pool.perform(OneTimeStore.forget(at: now)) }
}
