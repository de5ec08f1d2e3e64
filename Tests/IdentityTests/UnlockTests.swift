import Crypto
import Endpoints
import EventSourcing
import Foundation
import Identifiers
import Identity
import PostgresClient
import SQL
import TestSupport
import Testing

@Suite(.database(.identity), .timeLimit(.minutes(30))) struct UnlockTests {
    /// A time at which a session that was last used at noon is locked, since it has been idle for 15 minutes.
    private let late = noon.adding(minutes: 16)

    private func me(_ office: Office, _ tokens: IdentityReply, at now: Instant) async throws -> IdentityReply {
        try await office.call(.get, "/api/v1/me", token: tokens.text("access_token"), at: now)
    }

    /// Refreshes a session at 12:09. The session is locked at `late`, when its new access token has not expired yet.
    private func locked(_ office: Office, _ tokens: IdentityReply, device: String? = nil) async throws -> IdentityReply
    {
        let renewed = try await office.refresh(
            tokens.text("refresh_token"), device: device, at: noon.adding(minutes: 9))
        #expect(try await me(office, renewed, at: late).problem == "session-locked")
        return renewed
    }

    private func unlock(_ office: Office, _ tokens: IdentityReply, _ password: String, at now: Instant) async throws
        -> IdentityReply
    {
        try await office.call(
            .post, "/api/v1/unlock", token: tokens.text("access_token"), #"{"password":"\#(password)"}"#, at: now)
    }

    @Test func `a locked session of a person without a PIN is unlocked by the password`() async throws {
        try await withOffice { office in
            let tokens = try await locked(office, await office.signIn(.ana))
            #expect(try await unlock(office, tokens, "something else", at: late).problem == "wrong-password")
            #expect(try await me(office, tokens, at: late).problem == "session-locked")
            #expect(try await unlock(office, tokens, Person.ana.password, at: late).status == 204)
            #expect(try await me(office, tokens, at: late).status == 200)
            let pin = try await office.call(
                .post, "/api/v1/pin", token: tokens.text("access_token"), #"{"pin":"481516"}"#, at: late)
            #expect(pin.status == 204)
        }
    }

    @Test func `wrong passwords at unlock and at login are counted together`() async throws {
        try await withOffice { office in
            let tokens = try await locked(office, await office.signIn(.ana, device: "phone"), device: "phone")
            for _ in 0..<5 {
                #expect(try await unlock(office, tokens, "something else", at: late).status == 403)
            }
            let waits = try await unlock(office, tokens, Person.ana.password, at: late)
            #expect(waits.problem == "too-many-attempts")
            #expect(try await office.login(.ana, device: "phone", at: late).problem == "too-many-attempts")
            // Wrong passwords on the device `phone` are not counted for the device `tablet`.
            #expect(try await office.login(.ana, device: "tablet", at: late).status == 200)
            #expect(try await me(office, tokens, at: late).problem == "session-locked")
        }
    }

    @Test func `an ended session cannot be unlocked`() async throws {
        try await withOffice { office in
            let tokens = try await locked(office, await office.signIn(.ana))
            _ = try await office.pool.perform("UPDATE session SET ended_at = now(), end_reason = 'revoked'")
            #expect(try await unlock(office, tokens, Person.ana.password, at: late).status == 401)
            let rows = try await office.pool.perform("SELECT FROM session WHERE locked_at IS NULL", effect: .reads)
            #expect(rows.isEmpty)
        }
    }

    // MARK: Tests of unlocking by a device key

    private func pin(_ key: P256.Signing.PrivateKey) -> String {
        #"{"pin":"481516","device_key":"\#(Base64URL.encode(Array(key.publicKey.x963Representation)))"}"#
    }

    private func sign(_ office: Office, _ tokens: IdentityReply, _ key: P256.Signing.PrivateKey) async throws -> String
    {
        let challenge = try await office.call(
            .post, "/api/v1/unlock/challenge", token: tokens.text("access_token"), at: late)
        try #require(challenge.status == 200)
        let text = try challenge.text("challenge")
        let message = "chairside-unlock.\(try tokens.text("session_id")).\(text)"
        let signature = try key.signature(for: Data(message.utf8)).rawRepresentation
        return #"{"challenge":"\#(text)","signature":"\#(Base64URL.encode(Array(signature)))"}"#
    }

    private func unlock(
        _ office: Office, _ tokens: IdentityReply, signed body: String, at now: Instant
    ) async throws -> IdentityReply {
        try await office.call(
            .post, "/api/v1/unlock/signature", token: tokens.text("access_token"), body, at: now)
    }

    @Test func `a device key registered with a PIN can unlock a session by signature, once for each challenge`()
        async throws
    {
        try await withOffice { office in
            let key = P256.Signing.PrivateKey()
            let first = try await office.signIn(.ana, device: "phone")
            let set = try await office.call(.post, "/api/v1/pin", token: first.text("access_token"), pin(key))
            #expect(set.status == 204)
            let tokens = try await locked(office, first, device: "phone")
            let body = try await sign(office, tokens, key)
            #expect(try await unlock(office, tokens, signed: body, at: late).status == 204)
            #expect(try await me(office, tokens, at: late).status == 200)
            #expect(try await unlock(office, tokens, signed: body, at: late).problem == "wrong-signature")
        }
    }

    enum Flaw: CaseIterable { case otherKey, otherSession, superseded, late, neverAsked, noKey }

    @Test(arguments: Flaw.allCases)
    func `a signature by another key, or for another or an expired challenge, unlocks no session`(_ flaw: Flaw)
        async throws
    {
        try await withOffice { office in
            let key = P256.Signing.PrivateKey()
            let first = try await office.signIn(.ana, device: "phone")
            let set = try await office.call(
                .post, "/api/v1/pin", token: first.text("access_token"),
                flaw == .noKey ? #"{"pin":"481516"}"# : pin(key))
            #expect(set.status == 204)
            let other = try await office.login(.ana, device: "phone")
            let tokens = try await locked(office, first, device: "phone")
            if flaw == .noKey {
                let challenge = try await office.call(
                    .post, "/api/v1/unlock/challenge", token: tokens.text("access_token"), at: late)
                #expect(challenge.problem == "no-device-key")
                return
            }
            var body = try await sign(office, tokens, flaw == .otherKey ? P256.Signing.PrivateKey() : key)
            var now = late
            switch flaw {
            case .otherSession:
                let theirs = try await locked(office, other, device: "phone")
                body = try await sign(office, theirs, key)
            case .superseded: _ = try await sign(office, tokens, key)
            case .late: now = late.adding(seconds: 120)
            case .neverAsked: _ = try await office.pool.perform("UPDATE session SET unlock_challenge = NULL")
            case .otherKey, .noKey: break
            }
            #expect(try await unlock(office, tokens, signed: body, at: now).problem == "wrong-signature")
            #expect(try await me(office, tokens, at: late).problem == "session-locked")
        }
    }

    @Test func `a device key that is not a point on the curve is refused`() async throws {
        try await withOffice { office in
            let tokens = try await office.signIn(.ana)
            for key in ["", "AAAA", Base64URL.encode([UInt8](repeating: 4, count: 65))] {
                let set = try await office.call(
                    .post, "/api/v1/pin", token: tokens.text("access_token"),
                    #"{"pin":"481516","device_key":"\#(key)"}"#)
                #expect(set.status == 400)
            }
        }
    }

    // MARK: Tests of background sessions

    @Test func `a background session is not locked after an hour, and has access only to the account's own data`()
        async throws
    {
        try await withOffices(2) { offices in
            var person = Person.ana
            person.role = .admin
            try await offices[0].welcome(person)
            let login = try await offices[0].login(person, device: "phone", #","scope":"background""#)
            let tokens = try await offices[0].refresh(
                login.text("refresh_token"), device: "phone", at: noon.adding(minutes: 55))
            #expect(try tokens.flag("locked") == false)
            let later = noon.adding(minutes: 60)
            for office in offices {
                #expect(try await me(office, tokens, at: later).status == 200)
                let tablets = try await office.call(
                    .get, "/api/v1/tablets", token: tokens.text("access_token"), at: later)
                #expect(tablets.problem == "session-restricted")
                #expect(try tablets.text("reason") == "background")
            }
        }
    }
}
