import Endpoints
import EventSourcing
import Identity
import PostgresClient
import SQL
import TestSupport
import Testing

/// Tests the change of a password by a signed-in caller who knows it.
@Suite(.database(.identity), .timeLimit(.minutes(30))) struct PasswordChangeTests {
    private static let new = "drei Elche im Regen"

    private func change(
        _ office: Office, _ token: String, from current: String = Person.ana.password, to new: String = Self.new,
        at now: Instant = noon
    ) async throws -> IdentityReply {
        try await office.call(
            .put, "/api/v1/me/password", token: token,
            #"{"current_password":"\#(current)","new_password":"\#(new)"}"#, at: now)
    }

    @Test func `after a password change the old password and all other sessions are invalid`() async throws {
        try await withOffice { office in
            let here = try await office.signIn(.ana, device: "phone").text("access_token")
            let elsewhere = try await office.login(.ana, device: "tablet")
            #expect(try await change(office, here).status == 204)
            #expect(try await office.login(.ana).status == 401)
            #expect(try await office.login(Person(password: Self.new)).status == 200)
            #expect(try await office.call(.get, "/api/v1/me", token: here).status == 200)
            #expect(try await office.authenticate(elsewhere.text("access_token")) == .ended)
            #expect(try await office.refresh(elsewhere.text("refresh_token")).status == 401)
        }
    }

    @Test func `a password change invalidates the mailed password links`() async throws {
        try await withOffice { office in
            let here = try await office.signIn(.ana).text("access_token")
            let asked = try await office.call(
                .post, "/api/v1/auth/password-reset", #"{"email":"\#(Person.ana.email)"}"#, from: "192.0.2.1")
            try #require(asked.status == 202)
            let good: Statement = "SELECT count(*) FROM one_time_token WHERE purpose = 'password' AND used_at IS NULL"
            #expect(try await office.pool.perform(good)[0].int64(0) == 1)
            #expect(try await change(office, here).status == 204)
            #expect(try await office.pool.perform(good)[0].int64(0) == 0)
        }
    }

    @Test func `a password change requires the current password and an acceptable new one`() async throws {
        try await withOffice { office in
            let here = try await office.signIn(.ana).text("access_token")
            #expect(try await change(office, here, from: "something else").problem == "wrong-password")
            #expect(try await change(office, here, to: "password1234").problem == "weak-password")
            #expect(try await office.login(.ana).status == 200)
        }
    }

    @Test func `repeated password changes with a wrong current password are delayed`() async throws {
        try await withOffice { office in
            let here = try await office.signIn(.ana).text("access_token")
            var last = IdentityReply(.notFound)
            for _ in 0..<40 where last.status != 429 { last = try await change(office, here, from: "a guess at it") }
            #expect(last.status == 429)
            // During the delay after wrong passwords, even the right password is not checked.
            #expect(try await change(office, here).status == 429)
        }
    }

    @Test func `if a password is changed twice at the same time, exactly one change succeeds`() async throws {
        try await withOffices(2) { offices in
            let tokens = [
                try await offices[0].signIn(.ana).text("access_token"),
                try await offices[0].login(.ana).text("access_token"),
            ]
            let choices = [Self.new, "vier Elche im Regen"]
            let replies = try await withThrowingTaskGroup(of: (Int, IdentityReply).self) { group in
                for index in 0..<2 {
                    group.addTask(executorPreference: offices[index].loop) {
                        (index, try await change(offices[index], tokens[index], to: choices[index]))
                    }
                }
                return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
            let winners = replies.filter { $0.value.status == 204 }.map(\.key)
            try #require(winners.count == 1)
            let winner = winners[0]
            #expect(try await offices[0].login(Person(password: choices[winner])).status == 200)
            #expect(try await offices[0].login(Person(password: choices[1 - winner])).status == 401)
        }
    }
}
