import Crypto
import Endpoints
import EventSourcing
import Identifiers
import Identity
import JSON
import PostgresClient
import SQL
import TestSupport
import Testing

/// An authenticator app, implemented from RFC 6238 independently of the server.
struct Authenticator: Sendable {
    private let secret: [UInt8]

    init(base32: String) {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        let bits = base32.flatMap { letter -> [Bool] in
            let value = letters.firstIndex(of: letter) ?? 0
            return (0..<5).map { value >> (4 - $0) & 1 == 1 }
        }
        secret = stride(from: 0, to: bits.count - 7, by: 8).map { start in
            bits[start..<(start + 8)].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
        }
    }
    init(secret: [UInt8]) { self.secret = secret }

    func code(at now: Instant, digits: Int = 6) -> String {
        var counter = UInt64(now.secondsSince1970 / 30).bigEndian
        let message = unsafe withUnsafeBytes(of: &counter) { unsafe Array($0) }
        let mac = Array(HMAC<Insecure.SHA1>.authenticationCode(for: message, using: SymmetricKey(data: secret)))
        let offset = Int(mac[19] & 0xf)
        let number =
            (UInt32(mac[offset]) & 0x7f) << 24 | UInt32(mac[offset + 1]) << 16 | UInt32(mac[offset + 2]) << 8
            | UInt32(mac[offset + 3])
        let text = String(number)
        return String((String(repeating: "0", count: 10) + text).suffix(digits))
    }
}

@Suite(.database(.identity), .timeLimit(.minutes(30))) struct SecondFactorTests {
    static let ada = Person(email: "ada@example.org", role: .admin, subject: UUIDBytes(high: 4, low: 4))

    private func post(_ office: Office, _ path: String, _ tokens: IdentityReply, _ body: String, at now: Instant = noon)
        async throws -> IdentityReply
    {
        try await office.call(.post, "/api/v1/second-factor\(path)", token: tokens.text("access_token"), body, at: now)
    }

    private func confirm(_ office: Office, _ tokens: IdentityReply, _ code: String, at now: Instant = noon) async throws
        -> IdentityReply
    {
        try await post(office, "/confirm", tokens, #"{"code":"\#(code)"}"#, at: now)
    }

    private func begin(_ office: Office, _ tokens: IdentityReply) async throws -> Authenticator {
        let begun = try await post(office, "", tokens, #"{"password":"correct horse battery"}"#)
        try #require(begun.status == 200)
        #expect(try begun.text("uri").contains("secret=\(begun.text("secret"))&"))
        return Authenticator(base32: try begun.text("secret"))
    }

    private func login(_ office: Office, code: String, at now: Instant, from peer: String? = nil) async throws
        -> IdentityReply
    {
        try await office.login(Self.ada, #","code":"\#(code)""#, from: peer, at: now)
    }

    @Test(arguments: [
        (59, "94287082"), (1_111_111_109, "07081804"), (1_234_567_890, "89005924"), (20_000_000_000, "65353130"),
    ])
    func `the authenticator used by tests computes the codes of RFC 6238`(_ time: Int64, _ code: String) {
        let app = Authenticator(secret: Array("12345678901234567890".utf8))
        #expect(app.code(at: Instant(secondsSince1970: time), digits: 8) == code)
    }

    @Test func `a login needs a code after a second factor is set up, and each code is valid once`() async throws {
        try await withOffice { office in
            let tokens = try await office.signIn(Self.ada)
            let app = try await begin(office, tokens)
            // Until a first code has confirmed the second factor, a login needs no code.
            #expect(try await office.login(Self.ada).status == 200)
            #expect(try await confirm(office, tokens, "000000").problem == "wrong-second-factor")
            let confirmed = try await confirm(office, tokens, app.code(at: noon))
            #expect(confirmed.json?["recovery_codes"]?.elements?.count == 10)
            let later = noon.adding(minutes: 1)
            #expect(try await office.login(Self.ada, at: later).problem == "second-factor-required")
            #expect(try await login(office, code: app.code(at: noon), at: noon).problem == "wrong-second-factor")
            #expect(try await login(office, code: app.code(at: later), at: later).status == 200)
            #expect(try await login(office, code: app.code(at: later), at: later).problem == "wrong-second-factor")
            // The clock of the phone with the authenticator app may differ from the server's by half a minute, but not
            // by a minute.
            let hour = noon.adding(hours: 1)
            for (off, status) in [(-60, 403), (60, 403), (-30, 200), (30, 200)] as [(Int64, Int)] {
                let code = app.code(at: hour.adding(seconds: off))
                #expect(try await login(office, code: code, at: hour).status == status, "\(off)")
            }
            // A caller without the password does not learn that the account has a second factor.
            let guess = Person(email: Self.ada.email, password: "wrong horse battery")
            #expect(try await office.login(guess, at: hour).problem == "wrong-credentials")
        }
    }

    @Test func `a code of the second factor that another login has just used is refused`() async throws {
        try await withOffice(connections: 4) { office in
            let tokens = try await office.signIn(Self.ada)
            let app = try await begin(office, tokens)
            _ = try await confirm(office, tokens, app.code(at: noon))
            let later = noon.adding(minutes: 1)
            let second = try await TestDatabase.current.withConnection { other in
                _ = try await other.perform("BEGIN")
                // Another login has used the code, but has not committed yet.
                _ = try await other.perform("UPDATE second_factor SET last_step = \(later.secondsSince1970 / 30)")
                let second = Held(on: office.loop) { try await login(office, code: app.code(at: later), at: later) }
                try await second.waits(other)
                #expect(!second.isOver)
                _ = try await other.perform("COMMIT")
                return try await second.value
            }
            #expect(second.problem == "wrong-second-factor")
        }
    }

    @Test func `at most one of twenty simultaneous logins with the same code succeeds`() async throws {
        try await withOffices(2, connections: 8) { offices in
            let tokens = try await offices[0].signIn(Self.ada)
            let app = try await begin(offices[0], tokens)
            _ = try await confirm(offices[0], tokens, app.code(at: noon))
            let later = noon.adding(hours: 1)
            let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        // Each of the simultaneous logins comes from a different network.
                        try await login(
                            offices[number % 2], code: app.code(at: later), at: later, from: "192.0.2.\(number)"
                        ).status
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(statuses.count { $0 == 200 } <= 1)
            #expect(statuses.allSatisfy { [200, 403, 429].contains($0) })
        }
    }

    @Test func `after five wrong codes of the second factor from any networks, further codes are delayed`() async throws
    {
        try await withOffice { office in
            let tokens = try await office.signIn(Self.ada)
            let app = try await begin(office, tokens)
            _ = try await confirm(office, tokens, app.code(at: noon))
            for number in 0..<5 {
                let reply = try await login(office, code: "00000\(number)", at: noon, from: "192.0.2.\(number)")
                #expect(reply.problem == "wrong-second-factor")
            }
            let reply = try await login(
                office, code: app.code(at: noon.adding(seconds: 30)), at: noon, from: "192.0.2.9")
            #expect(reply.status == 429)
        }
    }

    @Test func `wrong codes on unknown devices do not delay the owner on a known device or in an open session`()
        async throws
    {
        try await withOffice { office in
            let tokens = try await office.signIn(Self.ada, device: "phone")
            let app = try await begin(office, tokens)
            let codes = try await confirm(office, tokens, app.code(at: noon)).json?["recovery_codes"]?.elements ?? []
            // Somebody who knows the password tries codes until further ones are delayed.
            for number in 0..<10 {
                let reply = try await login(office, code: "00000\(number)", at: noon, from: "192.0.2.\(number)")
                #expect(reply.status == (number < 5 ? 403 : 429))
            }
            // The authenticator app is half a minute ahead of the server.
            let code = app.code(at: noon.adding(seconds: 30))
            func owner(_ device: String, _ code: String) async throws -> Int {
                try await office.login(Self.ada, device: device, #","code":"\#(code)""#).status
            }
            #expect(try await owner("laptop", code) == 429)
            #expect(try await owner("phone", code) == 200)
            let recovery = try #require(codes.first?.string)
            #expect(try await post(office, "/recovery-codes", tokens, #"{"code":"\#(recovery)"}"#).status == 200)
            // The known device has a limit of its own.
            for _ in 0..<5 { #expect(try await owner("phone", "000000") == 403) }
            #expect(try await owner("phone", "000000") == 429)
        }
    }

    @Test
    func `a recovery code is accepted once, also in lower case without hyphens, and new codes replace the old ones`()
        async throws
    {
        try await withOffice { office in
            let tokens = try await office.signIn(Self.ada)
            let app = try await begin(office, tokens)
            let codes = try await confirm(office, tokens, app.code(at: noon)).json?["recovery_codes"]?.elements ?? []
            let first = try #require(codes.first?.string)
            let typed = first.lowercased().replacing("-", with: " ")
            #expect(try await login(office, code: typed, at: noon).status == 200)
            #expect(try await login(office, code: first, at: noon).problem == "wrong-second-factor")
            let state = try await office.call(.get, "/api/v1/second-factor", token: tokens.text("access_token"))
            #expect(try state.number("recovery_codes_left") == 9)
            let second = try #require(codes.last?.string)
            let renewed = try await post(office, "/recovery-codes", tokens, #"{"code":"\#(second)"}"#)
            #expect(renewed.status == 200)
            #expect(try await login(office, code: try #require(codes[1].string), at: noon).status == 403)
            let fresh = try #require(renewed.json?["recovery_codes"]?[0]?.string)
            #expect(try await post(office, "/remove", tokens, #"{"code":"\#(fresh)"}"#).status == 204)
            #expect(try await office.login(Self.ada).status == 200)
        }
    }

    @Test func `the database contains neither the second factor's secret nor a code in clear text`() async throws {
        try await withOffice { office in
            let tokens = try await office.signIn(Self.ada)
            let begun = try await post(office, "", tokens, #"{"password":"correct horse battery"}"#)
            let rows = try await office.pool.perform("SELECT length(secret) FROM second_factor")
            // The stored secret of an authenticator app consists of a nonce, the 20 bytes of the encrypted secret, and
            // a tag.
            #expect(try rows[0].int32(0) == 12 + 20 + 16)
            let app = Authenticator(base32: try begun.text("secret"))
            _ = try await confirm(office, tokens, app.code(at: noon))
            #expect(try await office.pool.perform("SELECT FROM recovery_code WHERE length(code) <> 32").isEmpty)
        }
    }

    @Test func `an admin cannot use the clinic's endpoints before setting up a required second factor`() async throws {
        try await withOffices(1, rolesWithSecondFactor: [.admin]) { offices in
            let office = try #require(offices.first)
            let tokens = try await office.signIn(Self.ada)
            let access = try tokens.text("access_token")
            guard case .caller(let caller) = try await office.authenticate(access) else {
                Issue.record("refused")
                return
            }
            #expect(caller.restriction == .secondFactorMissing)
            let clinics = try await office.call(.get, "/api/v1/tablets", token: access)
            #expect(clinics.problem == "session-restricted")
            #expect(try clinics.text("reason") == "second_factor_missing")
            #expect(try await office.call(.get, "/api/v1/me", token: access).status == 200)
            let app = try await begin(office, tokens)
            #expect(try await confirm(office, tokens, app.code(at: noon)).status == 200)
            #expect(try await office.call(.get, "/api/v1/tablets", token: access).status == 200)
            // People without the role of an admin need no second factor.
            let ben = try await office.signIn(.ben)
            guard case .caller(let patient) = try await office.authenticate(ben.text("access_token")) else {
                Issue.record("refused")
                return
            }
            #expect(patient.restriction == nil)
        }
    }

    @Test func `a session opened before second factors became mandatory needs a second factor from its next refresh`()
        async throws
    {
        let folder = try TemporaryKeys()
        defer { folder.remove() }
        try await withOffices(1) { offices in
            let tokens = try await offices[0].signIn(Self.ada)
            try await offices[0].withColleague(rolesWithSecondFactor: [.admin]) { strict in
                let renewed = try await strict.refresh(tokens.text("refresh_token"))
                let list = try await strict.call(.get, "/api/v1/tablets", token: renewed.text("access_token"))
                #expect(list.problem == "session-restricted")
            }
        }
    }

    @Test func `a compromised device has no access to clinic data, and other devices are not affected`()
        async throws
    {
        try await withOffices(2) { offices in
            let phone = try await offices[0].signIn(Self.ada, device: "phone")
            let tablet = try await offices[0].login(Self.ada, device: "tablet")
            func clinic(_ tokens: IdentityReply, _ office: Office) async throws -> IdentityReply {
                try await office.call(.get, "/api/v1/tablets", token: tokens.text("access_token"))
            }
            for office in offices { #expect(try await clinic(phone, office).status == 200) }
            func report(_ body: String) async throws -> IdentityReply {
                try await offices[0].call(
                    .post, "/api/v1/device-reports", token: phone.text("access_token"), body)
            }
            #expect(try await report(#"{"compromised":false,"signals":[]}"#).status == 204)
            #expect(try await clinic(phone, offices[0]).status == 200)
            #expect(try await report(#"{"compromised":true,"signals":["suspicious_file"]}"#).status == 204)
            await offices[1].notices.heard(try phone.text("session_id"))
            for office in offices {
                #expect(try await clinic(phone, office).problem == "session-restricted")
                #expect(try await clinic(tablet, office).status == 200)
                #expect(try await office.call(.get, "/api/v1/me", token: phone.text("access_token")).status == 200)
            }
            // Neither a report that the device is clean nor a refreshed token lifts the session's restriction.
            #expect(try await report(#"{"compromised":false,"signals":[]}"#).status == 204)
            let renewed = try await offices[0].refresh(phone.text("refresh_token"), device: "phone")
            #expect(try await clinic(renewed, offices[0]).problem == "session-restricted")
            let kept = try await offices[0].pool.perform("SELECT signals FROM device_report WHERE signals <> '{}'")
            #expect(try kept.map { try $0.texts(0) } == [["suspicious_file"]])
        }
    }
}
