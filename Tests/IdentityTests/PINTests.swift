import PostgresClient
import Endpoints
import EventSourcing
import Identifiers
import Identity
import SQL
import TestSupport
import Testing

@Suite(.database(.identity), .timeLimit(.minutes(30))) struct PINTests {
    private func set(_ pin: String, _ office: Office, _ access: String) async throws -> IdentityReply {
        try await office.call(.post, "/api/v1/pin", token: access, #"{"pin":"\#(pin)"}"#)
    }

    private func verify(_ pin: String, _ office: Office, _ access: String, at now: Instant = noon) async throws
        -> IdentityReply
    {
        try await office.call(.post, "/api/v1/pin/verify", token: access, #"{"pin":"\#(pin)"}"#, at: now)
    }

    @Test func `a PIN is set only if the device has none, is verified, and is changed only with the old PIN`()
        async throws
    {
        try await withOffice { office in
            let access = try await office.signIn(.ana, device: "phone").text("access_token")
            #expect(try await verify("481516", office, access).problem == "no-pin-set")
            #expect(try await set("481516", office, access).status == 204)
            #expect(try await set("482913", office, access).problem == "pin-already-set")
            #expect(try await verify("481516", office, access).status == 204)
            let wrong = try await office.call(
                .put, "/api/v1/pin", token: access, #"{"current_pin":"481517","new_pin":"482913"}"#)
            #expect(wrong.status == 403)
            #expect(try wrong.number("attempts_left") == 4)
            let change = try await office.call(
                .put, "/api/v1/pin", token: access, #"{"current_pin":"481516","new_pin":"482913"}"#)
            #expect(change.status == 204)
            #expect(try await verify("481516", office, access).problem == "wrong-pin")
            #expect(try await verify("482913", office, access).status == 204)
            #expect(try await office.login(.ana, device: "phone").flag("has_pin"))
            #expect(try await !office.login(.ana, device: "tablet").flag("has_pin"))
        }
    }

    @Test(arguments: [
        "111111", "123456", "987654", "890123", "123123", "121212", "112233", "111222", "123321", "198407", "241990",
        "135791", "110110", "147258",
    ])
    func `a PIN that is commonly guessed is refused`(_ pin: String) async throws {
        try await withOffice { office in
            let access = try await office.signIn(.ana).text("access_token")
            #expect(try await set(pin, office, access).problem == "weak-pin")
        }
    }

    @Test(arguments: ["12345", "1234567", "12345a", "１２３４５６", ""])
    func `a PIN must consist of six ASCII digits`(_ pin: String) async throws {
        try await withOffice { office in
            let access = try await office.signIn(.ana).text("access_token")
            #expect(try await set(pin, office, access).status == 400)
            #expect(try await verify(pin, office, access).status == 400)
        }
    }

    @Test func `the right PIN resets the count of wrong PINs`() async throws {
        try await withOffice { office in
            let access = try await office.signIn(.ana).text("access_token")
            _ = try await set("481516", office, access)
            for _ in 0..<2 {
                for left in [4, 3, 2, 1] as [Int64] {
                    #expect(try await verify("000001", office, access).number("attempts_left") == left)
                }
                #expect(try await verify("481516", office, access).status == 204)
            }
        }
    }

    @Test
    func `the fifth wrong PIN ends the account's sessions on that device, and sessions on other devices continue`()
        async throws
    {
        try await withOffices(2) { offices in
            let office = offices[0]
            let first = try await office.signIn(.ana, device: "phone")
            let second = try await office.login(.ana, device: "phone")
            let tablet = try await office.login(.ana, device: "tablet")
            let ben = try await office.signIn(.ben, device: "phone")
            let access = try first.text("access_token")
            _ = try await set("481516", office, access)
            _ = try await offices[1].authenticate(second.text("access_token"))
            for left in [4, 3, 2, 1] as [Int64] {
                #expect(try await verify("000001", office, access).number("attempts_left") == left)
            }
            #expect(try await verify("000001", office, access).problem == "session-ended")
            #expect(try await verify("481516", office, access).status == 401)
            await offices[1].notices.heard(try second.text("session_id"))
            for ended in [first, second] {
                #expect(try await offices[1].authenticate(ended.text("access_token")) == .ended)
                #expect(try await office.refresh(ended.text("refresh_token"), device: "phone").status == 401)
            }
            for open in [tablet, ben] {
                #expect(try await office.call(.get, "/api/v1/me", token: open.text("access_token")).status == 200)
            }
            // The fifth wrong PIN also removed the device's PIN, as a new login shows.
            #expect(try await !office.login(.ana, device: "phone").flag("has_pin"))
        }
    }

    @Test func `at most five of fifty simultaneous wrong PINs are checked, and then the session ends`() async throws {
        try await withOffices(2, connections: 8) { offices in
            let tokens = try await offices[0].signIn(.ana, device: "phone")
            let access = try tokens.text("access_token")
            _ = try await set("481516", offices[0], access)
            for office in offices { _ = try await office.authenticate(access) }
            let before = offices.map(\.shared.hashesComputed).reduce(0, +)
            let replies = try await withThrowingTaskGroup(of: IdentityReply.self) { group in
                for number in 0..<50 {
                    group.addTask { try await verify("0000\(10 + number)", offices[number % 2], access) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(offices.map(\.shared.hashesComputed).reduce(0, +) - before <= 5)
            #expect(replies.allSatisfy { $0.problem == "session-ended" || $0.problem == "wrong-pin" })
            #expect(replies.count { $0.problem == "wrong-pin" } <= 4)
            for office in offices {
                #expect(try await office.refresh(tokens.text("refresh_token"), device: "phone").status == 401)
            }
            #expect(try await offices[0].authenticate(access) == .ended)
        }
    }

    @Test func `if the server stopped while handling the fifth wrong PIN, the next PIN ends the sessions`() async throws
    {
        try await withOffice { office in
            let tokens = try await office.signIn(.ana, device: "phone")
            let access = try tokens.text("access_token")
            _ = try await set("481516", office, access)
            _ = try await office.pool.perform("UPDATE device_pin SET failures = 5")
            let before = office.shared.hashesComputed
            #expect(try await verify("481516", office, access).problem == "session-ended")
            #expect(office.shared.hashesComputed == before)
            #expect(try await office.authenticate(access) == .ended)
        }
    }
}
