import Endpoints
import EventSourcing
import Identifiers
import Identity
import PostgresClient
import SQL
import TestSupport
import Testing

/// Tests how long logins are delayed after wrong passwords, and which logins are delayed.
@Suite(.database(.identity), .timeLimit(.minutes(30))) struct AttemptTests {
    private static let guess = Person(password: "wrong horse battery")

    /// Tries wrong passwords one after another, each as soon as it is allowed. Returns the delay in seconds before
    /// each.
    private func waits(
        _ office: Office, _ count: Int, _ person: Person = guess, from peer: String
    ) async throws -> [Int64] {
        var now = noon
        var waits: [Int64] = []
        for _ in 0..<count {
            var waited: Int64 = 0
            var reply = try await office.login(person, from: peer, at: now)
            if reply.status == 429 {
                waited = try #require(reply.retryAfter.flatMap { Int64($0) })
                now = now.adding(seconds: waited)
                reply = try await office.login(person, from: peer, at: now)
            }
            #expect(reply.problem == "wrong-credentials")
            waits.append(waited)
        }
        return waits
    }

    @Test(arguments: ["ana@example.org", "nobody@example.org"])
    func `after five wrong passwords the delays grow up to 512 seconds, whether the account exists or not`(
        _ email: String
    ) async throws {
        try await withOffice { office in
            try await office.welcome(.ana)
            let guess = Person(email: email, password: "wrong horse battery")
            #expect(
                try await waits(office, 18, guess, from: "192.0.2.1")
                    == [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 256, 512, 512, 512])
        }
    }

    @Test func `a login during the delay after wrong passwords computes no password hash and gets 429 with the delay`()
        async throws
    {
        try await withOffice { office in
            try await office.welcome(.ana)
            _ = try await waits(office, 5, from: "192.0.2.1")
            let before = office.shared.hashesComputed
            let refused = try await office.login(.ana, from: "192.0.2.1")
            #expect(refused.status == 429)
            #expect(refused.problem == "too-many-attempts")
            #expect(refused.retryAfter == "1")
            #expect(office.shared.hashesComputed == before)
            #expect(try await office.login(.ana, from: "192.0.2.1", at: noon.adding(seconds: 1)).status == 200)
            // After the successful login, the count of wrong passwords starts again.
            #expect(try await waits(office, 6, from: "192.0.2.1") == [0, 0, 0, 0, 0, 1])
        }
    }

    @Test func `wrong passwords from one network delay neither logins from other networks nor from known devices`()
        async throws
    {
        try await withOffice { office in
            _ = try await office.signIn(.ana, device: "phone")
            _ = try await waits(office, 12, from: "192.0.2.66")
            #expect(try await office.login(.ana, from: "192.0.2.66").status == 429)
            #expect(try await office.login(.ana, from: "192.0.2.1").status == 200)
            #expect(try await office.login(.ana, device: "phone", from: "192.0.2.66").status == 200)
            #expect(try await office.login(.ana, device: "tablet", from: "192.0.2.66").status == 429)
            #expect(try await office.login(.ben, device: "phone", from: "192.0.2.66").status == 401)
        }
    }

    @Test func `wrong passwords on a known device delay logins on that device and on no other`() async throws {
        try await withOffice { office in
            _ = try await office.signIn(.ana, device: "phone")
            for number in 0..<5 {
                #expect(try await office.login(Self.guess, device: "phone", from: "192.0.2.\(number)").status == 401)
            }
            #expect(try await office.login(.ana, device: "phone", from: "192.0.2.9").status == 429)
            #expect(try await office.login(.ana, device: "tablet", from: "192.0.2.9").status == 200)
        }
    }

    @Test func `a network that tries many accounts is delayed, and other networks are not`() async throws {
        try await withOffice(connections: 4) { office in
            try await office.welcome(.ana)
            try await withThrowingTaskGroup { group in
                for number in 0..<50 {
                    group.addTask {
                        let guess = Person(email: "p\(number)@example.org", password: "wrong horse battery")
                        // IPv6 addresses that begin with the same 64 bits are counted as one network.
                        let reply = try await office.login(guess, from: "2001:db8:0:1::\(number)")
                        #expect(reply.status == 401)
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await office.login(.ana, from: "2001:db8:0:1::ffff").status == 429)
            #expect(try await office.login(.ana, from: "2001:db8:0:2::1").status == 200)
            #expect(try await office.login(.ana, from: "2001:db8:0:1::1", at: noon.adding(seconds: 60)).status == 200)
        }
    }

    @Test func `an account attacked from many networks delays unknown devices by a minute at most`() async throws {
        try await withOffice(connections: 4) { office in
            _ = try await office.signIn(.ana, device: "phone")
            try await withThrowingTaskGroup { group in
                for number in 0..<100 {
                    group.addTask { _ = try await office.login(Self.guess, from: "198.51.100.\(number)") }
                }
                try await group.waitForAll()
            }
            #expect(try await office.login(.ana, from: "192.0.2.1").status == 429)
            #expect(try await office.login(.ana, device: "phone", from: "192.0.2.1").status == 200)
            #expect(try await office.login(.ana, from: "192.0.2.1", at: noon.adding(seconds: 60)).status == 200)
        }
    }

    @Test func `of a hundred simultaneous wrong passwords at two servers, only five are checked`()
        async throws
    {
        try await withOffices(2, connections: 8) { offices in
            try await offices[0].welcome(.ana)
            let replies = try await withThrowingTaskGroup(of: IdentityReply.self) { group in
                for number in 0..<100 {
                    // One of the last of a hundred simultaneous logins has the right password.
                    let guess = number == 97 ? Person.ana : Self.guess
                    group.addTask { try await offices[number % 2].login(guess, from: "192.0.2.1") }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(replies.count { $0.problem == "wrong-credentials" } == 5)
            #expect(replies.allSatisfy { [200, 401, 429].contains($0.status) })
        }
    }

    @Test func `expired counts of login attempts are deleted`() async throws {
        try await withOffice { office in
            _ = try await waits(office, 5, from: "192.0.2.1")
            let count: Statement = "SELECT count(*) FROM attempt_count"
            try await office.identity.forgetAttempts(at: noon)
            #expect(try await office.pool.perform(count)[0].int64(0) == 3)
            try await office.identity.forgetAttempts(at: noon.adding(hours: 2))
            #expect(try await office.pool.perform(count)[0].int64(0) == 0)
        }
    }
}
