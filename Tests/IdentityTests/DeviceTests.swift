import PostgresClient
import Endpoints
import EventSourcing
import Identifiers
import Identity
import SQL
import TestSupport
import Testing

@Suite(.database(.identity), .timeLimit(.minutes(30))) struct DeviceTests {
    private let registration =
        #"{"platform":"ios","push_token":"00112233445566778899aabbccddeeff","environment":"production"}"#

    private func register(_ office: Office, _ tokens: IdentityReply) async throws -> IdentityReply {
        try await office.call(.post, "/api/v1/user-devices", token: tokens.text("access_token"), registration)
    }

    private func owners(_ office: Office) async throws -> [UUIDBytes] {
        try await office.pool.perform("SELECT account_id FROM user_device").map { try $0.uuid(0) }
    }

    @Test func `O12 a push token is registered, updated in place, and moved to the next account that registers it`()
        async throws
    {
        try await withOffice { office in
            let ana = try await office.signIn(.ana)
            let ben = try await office.signIn(.ben)
            let first = try await register(office, ana)
            #expect(first.status == 201)
            #expect(try first.number("version") == 1)
            let again = try await register(office, ana)
            #expect(try again.text("id") == first.text("id"))
            #expect(try again.number("version") == 2)
            let moved = try await register(office, ben)
            #expect(try moved.text("id") != first.text("id"))
            #expect(try await owners(office).map(\.text) == [ben.text("account_id")])
            let gone = try await office.call(
                .delete, "/api/v1/user-devices/\(first.text("id"))", token: ana.text("access_token"))
            #expect(gone.status == 404)
            let foreign = try await office.call(
                .delete, "/api/v1/user-devices/\(moved.text("id"))", token: ana.text("access_token"))
            #expect(foreign.status == 404)
            let removed = try await office.call(
                .delete, "/api/v1/user-devices/\(moved.text("id"))", token: ben.text("access_token"))
            #expect(removed.status == 204)
            #expect(try await owners(office).isEmpty)
        }
    }

    @Test func `an account has at most twenty push tokens, and the oldest is removed for a new one`() async throws {
        try await withOffice { office in
            let access = try await office.signIn(.ana).text("access_token")
            for number in 10..<35 {
                let body =
                    #"{"platform":"ios","push_token":"001122334455667788\#(number)","environment":"production"}"#
                let reply = try await office.call(
                    .post, "/api/v1/user-devices", token: access, body, at: noon.adding(seconds: Int64(number)))
                #expect(reply.status == 201)
            }
            let rows = try await office.pool.perform("SELECT right(push_token, 2) FROM user_device ORDER BY 1")
            #expect(try rows.map { try $0.text(0) } == (15..<35).map { "\($0)" })
        }
    }

    @Test func `only twenty device reports of a session are stored per day, and later ones still take effect`()
        async throws
    {
        try await withOffice { office in
            let access = try await office.signIn(.ana).text("access_token")
            func report(_ isCompromised: Bool, at now: Instant) async throws {
                let reply = try await office.call(
                    .post, "/api/v1/device-reports", token: access,
                    #"{"compromised":\#(isCompromised),"signals":[]}"#, at: now)
                #expect(reply.status == 204)
            }
            func kept() async throws -> Int { try await office.pool.perform("SELECT FROM device_report").count }
            for _ in 0..<25 { try await report(false, at: noon) }
            #expect(try await kept() == 20)
            try await report(true, at: noon)
            guard case .caller(let caller) = try await office.authenticate(access) else {
                Issue.record("refused")
                return
            }
            #expect(caller.restriction == .deviceCompromised)
            #expect(try await kept() == 20)
        }
    }

    @Test func `O24 a report may name its finding in one word, with what the app did, the system and the model`()
        async throws
    {
        try await withOffice { office in
            let access = try await office.signIn(.ana, device: "phone").text("access_token")
            func report(_ finding: String) async throws -> IdentityReply {
                try await office.call(.post, "/api/v1/device-reports", token: access, "{\(finding)}")
            }
            func restriction() async throws -> Restriction? {
                guard case .caller(let caller) = try await office.authenticate(access) else { throw Refused() }
                return caller.restriction
            }
            let device = #""timestamp":"2026-03-01T12:00:00Z","osVersion":"19.1","deviceModel":"iPhone17,1""#
            for (finding, action) in [("secure", "log"), ("suspicious", "warn")] {
                #expect(try await report(#""result":"\#(finding)","action":"\#(action)",\#(device)"#).status == 204)
                #expect(try await restriction() == nil)
            }
            #expect(try await report(#""result":"jailbroken","action":"block",\#(device)"#).status == 204)
            #expect(try await restriction() == .deviceCompromised)
            let kept = try await office.pool.perform(
                """
                SELECT compromised::text || ' ' || action || ' ' || os_version || ' ' || device_model FROM device_report
                WHERE found_at IS NOT NULL ORDER BY 1
                """)
            #expect(
                try kept.map { try $0.text(0) } == [
                    "false log 19.1 iPhone17,1", "false warn 19.1 iPhone17,1", "true block 19.1 iPhone17,1",
                ])
            #expect(try await report(#""signals":[]"#).status == 400)
            #expect(try await report(#""compromised":false,"result":"jailbroken""#).status == 400)
        }
    }

    @Test(arguments: [true, false])
    func `O24 a clean device report and a new login, in either order, lift the restriction in the new session`(
        _ loginIsFirst: Bool
    ) async throws {
        try await withOffice { office in
            func report(_ isCompromised: Bool, _ tokens: IdentityReply, at now: Instant) async throws {
                let reply = try await office.call(
                    .post, "/api/v1/device-reports", token: tokens.text("access_token"),
                    #"{"compromised":\#(isCompromised),"signals":[]}"#, at: now)
                #expect(reply.status == 204)
            }
            func restriction(_ tokens: IdentityReply) async throws -> Restriction? {
                guard case .caller(let caller) = try await office.authenticate(tokens.text("access_token"), at: noon)
                else { throw Refused() }
                return caller.restriction
            }
            let reported = try await office.signIn(.ana, device: "phone")
            try await report(true, reported, at: noon.adding(seconds: 1))
            // A new login without a clean device report does not lift the restriction.
            let again = try await office.login(.ana, device: "phone", at: noon.adding(seconds: 2))
            #expect(try await restriction(again) == .deviceCompromised)
            try await report(false, loginIsFirst ? again : reported, at: noon.adding(seconds: 3))
            #expect(try await restriction(again) == nil)
            let last = try await office.login(.ana, device: "phone", at: noon.adding(seconds: 4))
            #expect(try await restriction(last) == nil)
            // The session that was open when the device reported the compromise stays restricted.
            #expect(try await restriction(reported) == .deviceCompromised)
            try await report(true, last, at: noon.adding(seconds: 5))
            #expect(try await restriction(again) == .deviceCompromised)
            #expect(try await restriction(office.login(.ana, device: "tablet")) == nil)
        }
    }

    private struct Refused: Error {}

    @Test func `signing out removes the push token that the session has registered`() async throws {
        try await withOffice { office in
            let ana = try await office.signIn(.ana)
            _ = try await register(office, ana)
            _ = try await office.call(.post, "/v1/auth/logout", token: ana.text("access_token"))
            #expect(try await owners(office).isEmpty)
        }
    }
}
