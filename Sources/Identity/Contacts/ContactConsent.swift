import Endpoints
import EventLoop
public import EventSourcing
public import Identifiers
import PostgresClient
import SQL

/// The answer of a person who was asked whether they agree to be the contact of a plan of check-ins.
enum ContactAnswer: String, CaseIterable, Sendable {
    case accept
    /// No mails about the person who named the contact.
    case refuse
    /// No mails about anybody.
    case refuseAll = "refuse_all"
}

/// The questions to contacts of plans of check-ins, and their answers.
///
/// A trigger of the plans' table adds a row to `contact_consent` for each new contact with an e-mail address. A contact is
/// asked by one mail of fixed text. Nothing else is mailed to an address before its reader has agreed.
enum ContactConsent {
    /// The lock under which servers choose the contacts to ask, so that the limits hold over all servers.
    private static let lock: Int64 = 0x6368_7369_6465_0425
    /// The most questions to one address in 30 days. Two questions to one address are at least a day apart.
    private static let mostQuestions: Int64 = 5
    /// The most contacts of one person who are asked in a day.
    private static let mostContacts: Int64 = 3
    /// The days for which a contact who has agreed can refuse later with the same token. A plan lasts 366 days at most.
    private static let daysToRefuse: Int64 = 400

    /// The statements that choose one contact to ask, and queue the mail. The last one returns a row if there was one.
    ///
    /// - Parameter token: the id of the one-time token in the mail.
    static func ask(_ token: UUIDBytes, at now: Instant) -> [Statement] {
        let purpose = OneTimePurpose.contact
        return [
            "SELECT pg_advisory_xact_lock(\(lock))",
            """
            WITH due AS (
                SELECT k.clinic_id, k.person_id, k.address, lower(p.document #>> '{contact,email}') AS email
                FROM contact_consent AS k
                JOIN check_in_plan AS p ON p.clinic_id = k.clinic_id AND p.patient_id = k.person_id
                WHERE k.state = 'waiting' AND p.document ->> 'status' <> 'ended'
                    AND k.address = address_digest(p.document #>> '{contact,email}')
                    AND NOT EXISTS (SELECT FROM contact_refusal AS r WHERE r.address = k.address)
                    AND NOT EXISTS (
                        SELECT FROM contact_consent AS o
                        WHERE o.address = k.address AND o.asked_at > \(now.adding(days: -1)))
                    AND (SELECT coalesce(sum(o.questions), 0) FROM contact_consent AS o
                         WHERE o.address = k.address AND o.asked_at > \(now.adding(days: -30))) < \(mostQuestions)
                    AND (SELECT count(*) FROM contact_consent AS o
                         WHERE o.clinic_id = k.clinic_id AND o.person_id = k.person_id
                            AND o.asked_at > \(now.adding(days: -1))) < \(mostContacts)
                ORDER BY k.created_at LIMIT 1
            ), token AS (
                INSERT INTO one_time_token (token_id, purpose, email, created_at, expires_at)
                SELECT \(token), \(purpose.rawValue), email, \(now), \(now.adding(seconds: purpose.lifetime)) FROM due
                RETURNING token_id, email
            ), letter AS (
                INSERT INTO mail_outbox (mail_id, kind, recipient, token_id, created_at, next_try_at)
                SELECT token_id, \(purpose.rawValue), email, token_id, \(now), \(now) FROM token
            )
            UPDATE contact_consent AS k
            SET state = 'asked', asked_at = \(now), questions = k.questions + 1, token_id = token.token_id
            FROM due CROSS JOIN token
            WHERE k.clinic_id = due.clinic_id AND k.person_id = due.person_id AND k.address = due.address
            RETURNING k.person_id
            """,
        ]
    }

    /// The statements that store an answer. The first one returns a row if the token is a contact's.
    static func store(_ answer: ContactAnswer, _ token: UUIDBytes, at now: Instant) -> [Statement] {
        let state = answer == .accept ? "accepted" : "refused"
        let answered: Statement = """
            UPDATE contact_consent SET state = \(state), answered_at = \(now) WHERE token_id = \(token) RETURNING person_id
            """
        let refused: Statement = "(SELECT address FROM contact_consent WHERE token_id = \(token))"
        return switch answer {
        case .accept:
            [
                answered,
                "UPDATE one_time_token SET expires_at = \(now.adding(days: daysToRefuse)) WHERE token_id = \(token)",
            ]
        case .refuse: [answered, "DELETE FROM one_time_token WHERE token_id = \(token)"]
        case .refuseAll:
            [
                answered,
                """
                INSERT INTO contact_refusal (address, refused_at) SELECT address, \(now) FROM \(refused) AS its
                ON CONFLICT DO NOTHING
                """,
                """
                DELETE FROM one_time_token AS t USING contact_consent AS k
                WHERE k.address = \(refused) AND t.token_id = k.token_id
                """,
                """
                UPDATE contact_consent SET state = 'refused', answered_at = coalesce(answered_at, \(now))
                WHERE address = \(refused)
                """,
            ]
        }
    }
}

extension Identity {
    /// The most contacts that one call of `askContacts` asks.
    private static let mostContactsAtOnce = 50

    /// Queues the mails that ask new contacts of plans of check-ins whether they agree. Limits that are reached only delay
    /// a question.
    ///
    /// - Returns: the number of contacts who are asked.
    @discardableResult
    public func askContacts(at now: Instant) async throws -> Int {
        loop.preconditionCurrent()
        for count in 0..<Self.mostContactsAtOnce {
            let asked = try await pool.perform(ContactConsent.ask(newID(at: now), at: now))
            if asked[1].isEmpty { return count }
        }
        return Self.mostContactsAtOnce
    }

    /// Stores the answer of a contact who was asked by mail.
    func answerContactRequest(_ text: String, _ answer: ContactAnswer, at now: Instant) async throws {
        let (token, _) = try await find(text, [.contact], at: now)
        guard try await !pool.perform(ContactConsent.store(answer, token.id, at: now))[0].isEmpty else {
            throw IdentityRejection.invalidOneTimeToken
        }
    }

    /// The part of a link that a mail to a contact ends with: the token with which the contact can refuse further mails.
    ///
    /// - Parameters:
    ///   - token: the id of the contact's one-time token.
    ///   - email: the contact's address.
    public func contactLink(_ token: UUIDBytes, _ email: String) -> String {
        let token = OneTimeToken(token, .contact, email: EmailRules.normalized(email), shared.pepper)
        return "#purpose=contact&token=\(token.text)"
    }
}
