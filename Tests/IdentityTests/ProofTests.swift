import Endpoints
import EventSourcing
import Identifiers
import Identity
import JSON
import PostgresClient
import SQL
import TestSupport
import Testing

@Suite(.database(.identity), .timeLimit(.minutes(30))) struct ProofTests {
    private func post(
        _ office: Office, _ what: String, _ proof: String?, token: String? = nil, _ body: String? = nil,
        at now: Instant = noon
    ) async throws -> IdentityReply {
        var fields = ["host": "clinic.example"]
        fields["dpop"] = proof
        return try await office.call(.post, "/api/v1/auth/\(what)", token: token, body, fields: fields, at: now)
    }

    private func signIn(_ office: Office, _ app: ProvingApp) async throws -> IdentityReply {
        try await office.welcome(.ana)
        let proof = try app.proof("POST", "/api/v1/auth/login")
        let body = #"{"email":"ana@example.org","password":"correct horse battery","device_id":"phone"}"#
        let reply = try await post(office, "login", proof, body)
        try #require(reply.status == 200)
        return reply
    }

    private func ask(_ office: Office, _ access: String, _ proof: String?, at now: Instant = noon) async throws
        -> Authentication
    {
        let request = ProofRequest(
            proof: proof.map { Array($0.utf8)[...] }, method: "GET", path: Array("/api/v1/me".utf8)[...])
        return try await office.identity.authenticate(Array(access.utf8)[...], bound: request, at: now)
    }

    @Test func `a request of a session bound to a key needs a proof by that key that the process has not yet accepted`()
        async throws
    {
        try await withOffice { office in
            let app = ProvingApp()
            let tokens = try await signIn(office, app)
            #expect(try tokens.text("token_type") == "DPoP")
            let access = try tokens.text("access_token")
            let payload = try #require(Base64URL.decode(Array(access.split(separator: ".")[1].utf8)))
            #expect(try JSONValue(parsing: payload)["cnf"]?["jkt"]?.string == app.thumbprint)
            let proof = try app.proof("GET", "/api/v1/me", token: access)
            guard case .caller = try await ask(office, access, proof) else {
                Issue.record("refused")
                return
            }
            #expect(try await ask(office, access, proof) == .invalidProof)
            // The URI in a proof of possession is compared without its query and fragment.
            let withQuery = try app.proof("GET", "/api/v1/me?x=1", token: access)
            guard case .caller = try await ask(office, access, withQuery) else {
                Issue.record("refused")
                return
            }
            // The access token of a bound session is refused without a proof of possession, even if the token is
            // cached.
            #expect(try await office.authenticate(access) == .invalidProof)
            #expect(office.atOnce(access) == .invalidProof)
            #expect(try await ask(office, access, nil) == .invalidProof)
            let other = ProvingApp()
            #expect(try await ask(office, access, other.proof("GET", "/api/v1/me", token: access)) == .invalidProof)
        }
    }

    @Test(arguments: ProvingApp.Flaw.allCases)
    func `a proof of possession with one defect, such as another path, is refused`(_ flaw: ProvingApp.Flaw) async throws
    {
        try await withOffice { office in
            let app = ProvingApp()
            let access = try await signIn(office, app).text("access_token")
            let proof = try app.proof("GET", "/api/v1/me", token: access, flaw: flaw)
            #expect(try await ask(office, access, proof) == .invalidProof)
        }
    }

    @Test
    func `a proof of possession for an origin that is not the server's is refused, even if Host names that origin`()
        async throws
    {
        try await withOffice { office in
            try await office.welcome(.ana)
            let app = ProvingApp()
            let body = #"{"email":"ana@example.org","password":"correct horse battery"}"#
            func login(_ origin: String) async throws -> IdentityReply {
                let proof = try app.proof("POST", "/api/v1/auth/login", origin: origin)
                let host = String(origin.split(separator: "/")[1])
                return try await office.call(
                    .post, "/api/v1/auth/login", body, fields: ["host": host, "dpop": proof])
            }
            for origin in ["https://evil.example", "http://clinic.example", "https://clinic.example:8443"] {
                #expect(try await login(origin).problem == "invalid-dpop-proof", "\(origin)")
            }
            for origin in ["https://clinic.example", "https://Clinic.Example:443"] {
                #expect(try await login(origin).status == 200, "\(origin)")
            }
        }
    }

    @Test func `two processes can each accept a proof of possession once, and no process accepts an expired proof`()
        async throws
    {
        try await withOffices(2) { offices in
            let app = ProvingApp()
            let access = try await signIn(offices[0], app).text("access_token")
            let proof = try app.proof("GET", "/api/v1/me", token: access)
            for office in offices {
                guard case .caller = try await ask(office, access, proof) else {
                    Issue.record("refused")
                    return
                }
                #expect(try await ask(office, access, proof) == .invalidProof)
            }
            let late = try app.proof("GET", "/api/v1/me", token: access)
            for office in offices {
                #expect(try await ask(office, access, late, at: noon.adding(seconds: 61)) == .invalidProof)
            }
        }
    }

    @Test
    func `a bound session's access token without a proof is refused by a process that has not seen the token before`()
        async throws
    {
        try await withOffices(2) { offices in
            let access = try await signIn(offices[0], ProvingApp()).text("access_token")
            #expect(offices[1].atOnce(access) == nil)
            #expect(try await offices[1].authenticate(access) == .invalidProof)
        }
    }

    /// Clients' clocks may be one minute ahead, so a proof can be valid for two minutes.
    @Test func `a proof of possession from a client whose clock is ahead cannot be reused while it is valid`()
        async throws
    {
        try await withOffice { office in
            let app = ProvingApp()
            let access = try await signIn(office, app).text("access_token")
            let proof = try app.proof("GET", "/api/v1/me", token: access, at: noon.adding(seconds: 120))
            guard case .caller = try await ask(office, access, proof, at: noon.adding(seconds: 100)) else {
                Issue.record("refused")
                return
            }
            #expect(try await ask(office, access, proof, at: noon.adding(seconds: 125)) == .invalidProof)
            #expect(try await ask(office, access, proof, at: noon.adding(seconds: 180)) == .invalidProof)
        }
    }

    @Test
    func `a bound session can be refreshed only with its key, and an invalid proof does not end the session`()
        async throws
    {
        try await withOffice { office in
            let app = ProvingApp()
            let token = try await signIn(office, app).text("refresh_token")
            func refresh(_ proof: String?) async throws -> IdentityReply {
                try await post(office, "refresh", proof, token: token)
            }
            #expect(try await refresh(nil).problem == "invalid-dpop-proof")
            let other = ProvingApp()
            #expect(try await refresh(other.proof("POST", "/api/v1/auth/refresh")).problem == "invalid-dpop-proof")
            #expect(try await refresh(app.proof("POST", "/v1/auth/refresh")).status == 401)
            let renewed = try await refresh(app.proof("POST", "/api/v1/auth/refresh"))
            #expect(renewed.status == 200)
            #expect(try renewed.text("token_type") == "DPoP")
        }
    }

    @Test func `a refresh with a proof of possession does not bind an unbound session`() async throws {
        try await withOffice { office in
            let app = ProvingApp()
            let tokens = try await office.signIn(.ana)
            let proof = try app.proof("POST", "/api/v1/auth/refresh")
            let renewed = try await post(office, "refresh", proof, token: tokens.text("refresh_token"))
            #expect(try renewed.text("token_type") == "Bearer")
            #expect(try await post(office, "refresh", nil, token: renewed.text("refresh_token")).status == 200)
        }
    }

    enum Theft: CaseIterable { case unbound, bound }

    @Test(arguments: Theft.allCases)
    func `reuse of a refresh token ends the session, even with a valid proof of possession`(_ theft: Theft) async throws
    {
        try await withOffice { office in
            let (app, thief) = (ProvingApp(), ProvingApp())
            let tokens = theft == .bound ? try await signIn(office, app) : try await office.signIn(.ana)
            func refresh(_ token: String, by prover: ProvingApp?, at now: Instant) async throws -> IdentityReply {
                let proof = try prover?.proof("POST", "/api/v1/auth/refresh", at: now)
                return try await post(office, "refresh", proof, token: token, at: now)
            }
            let copied = try tokens.text("refresh_token")
            // In an unbound session, the thief refreshes the token first. In a bound session, the owner refreshes it
            // first, since the thief lacks the key.
            let newest = try await refresh(copied, by: theft == .bound ? app : thief, at: noon)
            #expect(newest.status == 200)
            let later = noon.adding(seconds: 60)
            let reused = try await refresh(copied, by: theft == .bound ? thief : nil, at: later)
            #expect(reused.problem == "invalid-refresh-token")
            let ends = try await office.pool.perform("SELECT end_reason FROM session", effect: .reads)
            #expect(try ends.map { try $0.text(0) } == ["refresh_reuse"])
            #expect(try await refresh(newest.text("refresh_token"), by: app, at: later).status == 401)
        }
    }

    @Test func `a proof of possession is marked as used only after the other credentials are accepted`() async throws {
        try await withOffice { office in
            try await office.welcome(.ana)
            let app = ProvingApp()
            let proof = try app.proof("POST", "/api/v1/auth/login")
            func login(_ password: String) async throws -> IdentityReply {
                try await post(office, "login", proof, #"{"email":"ana@example.org","password":"\#(password)"}"#)
            }
            #expect(try await login("a guess at it").problem == "wrong-credentials")
            let tokens = try await login(Person.ana.password)
            #expect(tokens.status == 200)
            #expect(try await login(Person.ana.password).problem == "invalid-dpop-proof")
            // A request with a forged refresh token does not use up its proof of possession.
            let next = try app.proof("POST", "/api/v1/auth/refresh")
            let refresh = try tokens.text("refresh_token")
            var forged = refresh
            forged.removeLast(2)
            forged += refresh.hasSuffix("AA") ? "BB" : "AA"
            #expect(try await post(office, "refresh", next, token: forged).problem == "invalid-refresh-token")
            #expect(try await post(office, "refresh", next, token: refresh).status == 200)
            #expect(try await post(office, "refresh", next, token: refresh).problem == "invalid-dpop-proof")
        }
    }

    @Test func `a bound session can be signed out with its access or refresh token, and only with a proof by its key`()
        async throws
    {
        try await withOffice { office in
            for kind in ["access_token", "refresh_token"] {
                let app = ProvingApp()
                let token = try await signIn(office, app).text(kind)
                func logout(_ proof: String?) async throws -> IdentityReply {
                    try await post(office, "logout", proof, token: token, at: noon)
                }
                // A proof of possession that is sent with an access token contains that token's hash.
                let bound = kind == "access_token" ? token : nil
                #expect(try await logout(nil).problem == "invalid-dpop-proof")
                let other = try ProvingApp().proof("POST", "/api/v1/auth/logout", token: bound)
                #expect(try await logout(other).problem == "invalid-dpop-proof")
                let open: Statement = "SELECT FROM session WHERE ended_at IS NULL"
                #expect(try await office.pool.perform(open).count == 1)
                #expect(try await logout(app.proof("POST", "/api/v1/auth/logout", token: bound)).status == 204)
                #expect(try await office.pool.perform(open).isEmpty)
            }
        }
    }

    @Test func `a login with an invalid proof of possession opens no session and computes no password hash`()
        async throws
    {
        try await withOffice { office in
            try await office.welcome(.ana)
            let before = office.shared.hashesComputed
            let proof = try ProvingApp().proof("POST", "/api/v1/auth/login", flaw: .changed)
            let body = #"{"email":"ana@example.org","password":"correct horse battery"}"#
            #expect(try await post(office, "login", proof, body).problem == "invalid-dpop-proof")
            #expect(office.shared.hashesComputed == before)
        }
    }
}
