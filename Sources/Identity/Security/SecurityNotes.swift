import EventLoop
public import EventSourcing
public import Identifiers
public import PostgresClient
public import SQL

/// Security events that no database trigger can see: failed logins, refused requests and opened visit links.
///
/// They are kept in memory as notes, and written together a second later, so that an answer's duration does not reveal
/// whether an account exists. A process that is killed loses the notes of its last second.
public final class SecurityNotes {
    struct Note: Sendable {
        let id: UUIDBytes
        let at: Instant
        let type: StaticString
        let whose: Whose
        /// Details of the security event as JSON.
        let detail: [UInt8]
    }

    enum Whose: Sendable {
        /// The security event is recorded in each clinic in which the account with the given address has a role. If
        /// there is no account, it is not recorded.
        case email(String)
        /// The security event is recorded in the given clinic, or in each clinic in which the account has a role if
        /// `clinic` is `nil`.
        case account(UUIDBytes, clinic: UUIDBytes?)
        /// The security event is recorded in the given clinic. No account caused it.
        case nobody(clinic: UUIDBytes)
    }

    /// The maximum number of security events that wait to be written. Further ones are dropped until the waiting ones
    /// are written, so that an attacker cannot fill the memory.
    private static let mostWaiting = 10_000
    private static let writesAfter = Duration.seconds(1)
    /// The length in seconds of a window of time. In each window, a loop records repeated refused requests of a caller,
    /// or repeated uses of the visit links of one patient, only once.
    private static let window: Int64 = 600
    private static let mostRemembered = 50_000

    private let loop: EventLoop
    private let pool: PostgresPool
    private let batch: DelayedBatch<Note>
    private var remembered: Set<[UInt8]> = []
    private var began: Int64 = 0

    init(on loop: EventLoop, _ pool: PostgresPool) {
        self.loop = loop
        self.pool = pool
        batch = DelayedBatch(on: loop, after: Self.writesAfter) { _ = try await pool.perform(.insert($0)) }
    }

    /// Records a failed login with an e-mail address: the password or the code of the second factor was wrong.
    func loginFailed(email: String, reason: StaticString, at now: Instant) {
        add(Note(id: newID(at: now), at: now, type: "login-failed", whose: .email(email), detail: detail(reason)))
    }

    /// Records that a code for an account's second factor was wrong, as a failed login.
    func loginFailed(account: UUIDBytes, reason: StaticString, at now: Instant) {
        let whose = Whose.account(account, clinic: nil)
        add(Note(id: newID(at: now), at: now, type: "login-failed", whose: whose, detail: detail(reason)))
    }

    /// Records that a signed-in caller's request was refused.
    ///
    /// - Parameters:
    ///   - operation: the operation's id.
    ///   - ids: the ids in the request's path.
    public func refused(
        _ operation: String, _ ids: [UUIDBytes], account: UUIDBytes, clinic: UUIDBytes, at now: Instant
    ) {
        let key = account.bytes + clinic.bytes + Array(operation.utf8) + ids.flatMap(\.bytes)
        guard isFirst(key, at: now) else { return }
        let names = ids.map { #""\#($0.text)""# }.joined(separator: ",")
        let detail = Array(#"{"operation":"\#(operation)","ids":[\#(names)]}"#.utf8)
        add(
            Note(
                id: newID(at: now), at: now, type: "access-refused", whose: .account(account, clinic: clinic),
                detail: detail))
    }

    /// Records that the holder of a visit link, who has not signed in, saw an appointment of a patient.
    ///
    /// - Parameter operation: the operation's id.
    public func linkOpened(by operation: String, patient: UUIDBytes, clinic: UUIDBytes, at now: Instant) {
        guard isFirst(clinic.bytes + patient.bytes + Array(operation.utf8), at: now) else { return }
        let detail = Array(#"{"operation":"\#(operation)","patient_id":"\#(patient.text)"}"#.utf8)
        add(
            Note(
                id: newID(at: now), at: now, type: "visit-link-opened", whose: .nobody(clinic: clinic), detail: detail))
    }

    /// Records that a caller is about to read records about what others did, such as the audit trail. The record is
    /// written before the function returns. The same reading by the same account is recorded once in each window.
    ///
    /// - Parameters:
    ///   - operation: the operation's id.
    ///   - ids: the ids by which the caller has filtered the records.
    /// - Throws: if the reading cannot be recorded. Do not send the answer then.
    public func reading(
        _ type: StaticString, by operation: String, _ ids: [UUIDBytes], account: UUIDBytes, clinic: UUIDBytes,
        at now: Instant
    ) async throws(PostgresError) {
        let key = account.bytes + clinic.bytes + Array(operation.utf8) + ids.flatMap(\.bytes)
        guard isFirst(key, at: now) else { return }
        let names = ids.map { #""\#($0.text)""# }.joined(separator: ",")
        let detail = Array(#"{"operation":"\#(operation)","ids":[\#(names)]}"#.utf8)
        do {
            _ = try await pool.perform(
                .noteSecurityEvent(type, clinic: clinic, account: account, detail: detail, at: now))
        } catch {
            remembered.remove(key)
            throw error
        }
    }

    /// Whether this is the first security event with the given key in the present window of time, so that it is
    /// recorded.
    private func isFirst(_ key: [UInt8], at now: Instant) -> Bool {
        loop.preconditionCurrent()
        if now.secondsSince1970 / Self.window != began || remembered.count >= Self.mostRemembered {
            began = now.secondsSince1970 / Self.window
            remembered = []
        }
        return remembered.insert(key).inserted
    }

    private func detail(_ reason: StaticString) -> [UInt8] { Array(#"{"reason":"\#(reason)"}"#.utf8) }

    private func add(_ note: Note) {
        loop.preconditionCurrent()
        guard batch.load < Self.mostWaiting else { return }
        batch.add(note)
    }

    /// Writes the security events that wait in memory. Those that cannot be written keep waiting.
    public func write() async { await batch.write() }

    /// Writes the security events that wait in memory, without the usual delay. Must be called last: events that cannot
    /// be written now are not tried again.
    public func close() async { await batch.close() }
}

extension Statement {
    /// A statement that inserts security events. A repeated insertion has no effect.
    fileprivate static func insert(_ notes: [SecurityNotes.Note]) -> Statement {
        var emails: [String?] = []
        var accounts: [UUIDBytes?] = []
        var clinics: [UUIDBytes?] = []
        for note in notes {
            switch note.whose {
            case .email(let email):
                emails.append(email)
                accounts.append(nil)
                clinics.append(nil)
            case .account(let account, let clinic):
                emails.append(nil)
                accounts.append(account)
                clinics.append(clinic)
            case .nobody(let clinic):
                emails.append(nil)
                accounts.append(nil)
                clinics.append(clinic)
            }
        }
        return """
            INSERT INTO security_event (clinic_id, event_id, at, type, account_id, detail)
            SELECT DISTINCT ON (coalesce(note.clinic_id, membership.clinic_id), note.event_id)
                coalesce(note.clinic_id, membership.clinic_id), note.event_id, note.at, note.type,
                coalesce(note.account_id, account.account_id), note.detail
            FROM unnest(\(notes.map(\.id)), \(notes.map(\.at)), \(notes.map { $0.type.description }), \(emails),
                        \(accounts), \(clinics), \(notes.map { JSONText($0.detail) }))
                AS note (event_id, at, type, email, account_id, clinic_id, detail)
            LEFT JOIN account ON account.email = note.email
                OR note.clinic_id IS NULL AND account.account_id = note.account_id
            LEFT JOIN membership ON membership.account_id = account.account_id AND membership.ended_at IS NULL
            WHERE coalesce(note.clinic_id, membership.clinic_id) IS NOT NULL
            ON CONFLICT DO NOTHING
            """
    }

    /// A statement that records a security event immediately, for events that must not be lost.
    ///
    /// - Parameters:
    ///   - account: the acting account; `nil` for an operator.
    ///   - detail: the details as JSON.
    public static func noteSecurityEvent(
        _ type: StaticString, clinic: UUIDBytes, account: UUIDBytes?, detail: [UInt8], at now: Instant
    ) -> Statement {
        """
        INSERT INTO security_event (clinic_id, event_id, at, type, account_id, detail)
        VALUES (\(clinic), \(newID(at: now)), \(now), \(type.description), \(account), \(JSONText(detail)))
        """
    }

    /// A statement that sets the acting account for the rest of the transaction.
    ///
    /// - Parameter account: the acting account; `nil` for an operator.
    static func actor(_ account: UUIDBytes?) -> Statement {
        "SELECT set_config('app.actor', \(account?.text ?? ""), true)"
    }
}
