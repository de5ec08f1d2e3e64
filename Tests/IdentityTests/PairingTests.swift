import Endpoints
import EventSourcing
import Identifiers
import Identity
import PostgresClient
import SQL
import TestSupport
import Testing

/// Tests pairing codes, and the tokens of the clients that are paired with them.
@Suite(.database(.identity), .timeLimit(.minutes(30))) struct PairingTests {
    private struct NotSignedIn: Error {}

    private func caller(_ office: Office, _ person: Person = .ana) async throws -> Principal {
        let tokens = try await office.signIn(person, device: "phone")
        guard case .caller(let principal) = try await office.authenticate(tokens.text("access_token")) else {
            throw NotSignedIn()
        }
        return principal
    }

    private func pair(
        _ code: String, _ office: Office, from network: String = "192.0.2.1", at now: Instant = noon
    ) async throws -> PairedToken {
        try await office.identity.pairClient(code, named: "Laptop", from: network, at: now)
    }

    /// A wrong code by which the server finds the same row as by the given code.
    private func wrong(_ code: String) -> String { String(code.prefix(15)) + (code.last == "0" ? "1" : "0") }

    @Test func `O31 a pairing code gives a token for 30 days, and cannot be used a second time`() async throws {
        try await withOffice { office in
            let caller = try await caller(office)
            let issued = try await office.identity.issuePairingCode(to: caller, at: noon)
            #expect(issued.code.count == 16 && issued.expiresAt == noon.adding(minutes: 5))
            let paired = try await pair(issued.code.lowercased(), office)
            #expect(paired.account == caller.account && paired.expiresAt == noon.adding(days: 30))
            await #expect(throws: PairingRefusal.invalidCode) { try await pair(issued.code, office) }
            let late = noon.adding(days: 30)
            #expect(
                try await office.identity.pairedCaller(paired.token, at: late.adding(seconds: -1)).account
                    == caller.account)
            await #expect(throws: Problem.unauthenticated) {
                try await office.identity.pairedCaller(paired.token, at: late)
            }
        }
    }

    @Test func `O31 a pairing code is void after five minutes, after a newer code, and after the end of its session`()
        async throws
    {
        try await withOffice { office in
            let caller = try await caller(office)
            let first = try await office.identity.issuePairingCode(to: caller, at: noon).code
            await #expect(throws: PairingRefusal.invalidCode) {
                try await pair(first, office, at: noon.adding(minutes: 5))
            }
            let second = try await office.identity.issuePairingCode(to: caller, at: noon).code
            await #expect(throws: PairingRefusal.invalidCode) { try await pair(first, office) }
            _ = try await office.pool.perform(
                """
                UPDATE session SET ended_at = \(noon), end_reason = 'logout' WHERE session_id = \(caller.session)
                """)
            await #expect(throws: PairingRefusal.invalidCode) { try await pair(second, office) }
        }
    }

    @Test func `O31 a pairing code is void after five wrong tries, even if the tries come from five networks`()
        async throws
    {
        try await withOffice { office in
            let caller = try await caller(office)
            let code = try await office.identity.issuePairingCode(to: caller, at: noon).code
            for number in 1...5 {
                await #expect(throws: PairingRefusal.invalidCode) {
                    try await pair(wrong(code), office, from: "192.0.2.\(number)")
                }
            }
            await #expect(throws: PairingRefusal.invalidCode) { try await pair(code, office, from: "192.0.2.9") }
            let noted = try await office.pool.perform(
                "SELECT count(*) FROM security_event WHERE type = 'pairing-code-void'", effect: .reads)
            #expect(try noted.first?.int64(0) == 1)
        }
    }

    @Test func `a network that has sent ten wrong pairing codes must wait, and another network need not`() async throws
    {
        try await withOffice { office in
            let caller = try await caller(office)
            let code = try await office.identity.issuePairingCode(to: caller, at: noon).code
            for _ in 1...10 {
                await #expect(throws: PairingRefusal.invalidCode) { try await pair("0000000000000000", office) }
            }
            await #expect(throws: PairingRefusal.tooManyAttempts(seconds: 1)) { try await pair(code, office) }
            #expect(try await pair(code, office, from: "198.51.100.7").account == caller.account)
        }
    }

    @Test func `O31 the database contains neither a readable pairing code nor a readable token of a paired client`()
        async throws
    {
        try await withOffice { office in
            let caller = try await caller(office)
            let code = try await office.identity.issuePairingCode(to: caller, at: noon).code
            let token = try await pair(code, office).token
            let found = try await office.pool.perform(
                """
                SELECT count(*) FROM (
                    SELECT pairing_code::text AS row FROM pairing_code
                    UNION ALL SELECT paired_client::text FROM paired_client) AS rows
                WHERE position(\(code) IN row) > 0 OR position(\(token) IN row) > 0
                """, effect: .reads)
            #expect(try found.first?.int64(0) == 0)
        }
    }

    @Test func `only the account's owner can revoke a paired client, whose token is then refused at once`()
        async throws
    {
        try await withOffice { office in
            let owner = try await caller(office)
            let code = try await office.identity.issuePairingCode(to: owner, at: noon).code
            let paired = try await pair(code, office)
            let stranger = try await caller(office, .ben)
            #expect(try await office.identity.pairedClients(of: stranger, at: noon).isEmpty)
            await #expect(throws: Problem.notFound) {
                try await office.identity.revokePairedClient(paired.client, by: stranger, at: noon)
            }
            #expect(try await office.identity.pairedClients(of: owner, at: noon).map(\.name) == ["Laptop"])
            try await office.identity.revokePairedClient(paired.client, by: owner, at: noon)
            #expect(try await office.identity.pairedClients(of: owner, at: noon).isEmpty)
            await #expect(throws: Problem.unauthenticated) {
                try await office.identity.pairedCaller(paired.token, at: noon)
            }
        }
    }

    @Test func `a change of an account's password ends the account's paired clients`() async throws {
        try await withOffice { office in
            let caller = try await caller(office)
            let code = try await office.identity.issuePairingCode(to: caller, at: noon).code
            let token = try await pair(code, office).token
            _ = try await office.pool.perform(
                "UPDATE account SET password_hash = 'another' WHERE account_id = \(caller.account)")
            await #expect(throws: Problem.unauthenticated) { try await office.identity.pairedCaller(token, at: noon) }
        }
    }

    @Test func `the end of an account's only role in a clinic ends the account's paired clients and pairing code`()
        async throws
    {
        try await withOffice { office in
            let caller = try await caller(office)
            let token = try await pair(office.identity.issuePairingCode(to: caller, at: noon).code, office).token
            let code = try await office.identity.issuePairingCode(to: caller, at: noon).code
            try await office.identity.withdraw(
                account: caller.account, clinic: Person.ana.clinic, role: Person.ana.role, at: noon)
            await #expect(throws: Problem.unauthenticated) { try await office.identity.pairedCaller(token, at: noon) }
            #expect(try await office.identity.pairedClients(of: caller, at: noon).isEmpty)
            await #expect(throws: PairingRefusal.invalidCode) { try await pair(code, office) }
        }
    }

    @Test func `an account that loses one of two roles in the clinic keeps its paired clients`() async throws {
        try await withOffice { office in
            let caller = try await caller(office)
            let token = try await pair(office.identity.issuePairingCode(to: caller, at: noon).code, office).token
            _ = try await office.pool.perform(
                """
                INSERT INTO membership (clinic_id, account_id, role, subject_id, created_at)
                SELECT clinic_id, account_id, 'doctor', subject_id, created_at FROM membership
                WHERE account_id = \(caller.account) AND clinic_id = \(Person.ana.clinic)
                """)
            try await office.identity.withdraw(
                account: caller.account, clinic: Person.ana.clinic, role: .doctor, at: noon)
            #expect(try await office.identity.pairedCaller(token, at: noon).account == caller.account)
        }
    }

    @Test func `the reset of an account's second factor by an operator ends the account's paired clients`()
        async throws
    {
        try await withOffice { office in
            let caller = try await caller(office)
            let token = try await pair(office.identity.issuePairingCode(to: caller, at: noon).code, office).token
            try await office.identity.resetSecondFactor(of: Person.ana.email, at: noon)
            await #expect(throws: Problem.unauthenticated) { try await office.identity.pairedCaller(token, at: noon) }
        }
    }

    @Test
    func `O32 the 61st request of a paired client in a minute is refused, even if two servers share the requests`()
        async throws
    {
        try await withOffices(2) { offices in
            let caller = try await caller(offices[0])
            let code = try await offices[0].identity.issuePairingCode(to: caller, at: noon).code
            let token = try await pair(code, offices[0]).token
            for count in 0..<60 { _ = try await offices[count % 2].identity.pairedCaller(token, at: noon) }
            await #expect(throws: Problem.tooManyRequests(retryAfter: 50)) {
                try await offices[0].identity.pairedCaller(token, at: noon.adding(seconds: 10))
            }
            _ = try await offices[0].identity.pairedCaller(token, at: noon.adding(seconds: 60))
        }
    }

    @Test func `a clock that was set back by an hour does not keep a paired client waiting for an hour`() async throws {
        try await withOffice { office in
            let caller = try await caller(office)
            let code = try await office.identity.issuePairingCode(to: caller, at: noon).code
            let token = try await pair(code, office).token
            let late = noon.adding(hours: 1)
            for _ in 0..<60 { _ = try await office.identity.pairedCaller(token, at: late) }
            // A server's clock that is behind by less than a minute does not begin a new minute of requests.
            await #expect(throws: Problem.tooManyRequests(retryAfter: 60)) {
                try await office.identity.pairedCaller(token, at: late.adding(seconds: -30))
            }
            _ = try await office.identity.pairedCaller(token, at: noon)
        }
    }

    @Test func `the 21st paired client of an account ends the account's oldest paired client`() async throws {
        try await withOffice { office in
            let caller = try await caller(office)
            var tokens: [String] = []
            for count in Int64(0)...20 {
                let now = noon.adding(seconds: count)
                let code = try await office.identity.issuePairingCode(to: caller, at: now).code
                tokens.append(try await pair(code, office, at: now).token)
            }
            let end = noon.adding(seconds: 30)
            await #expect(throws: Problem.unauthenticated) {
                try await office.identity.pairedCaller(tokens[0], at: end)
            }
            #expect(try await office.identity.pairedCaller(tokens[1], at: end).account == caller.account)
        }
    }
}
