import Endpoints
import EventSourcing
import Identifiers
import Identity
import JSON
import PostgresClient
import SQL
import TestSupport
import Testing

/// Tests a tablet at the reception that several members of staff share.
@Suite(.database(.identity), .timeLimit(.minutes(30))) struct TabletTests {
    private static let ada = Person(email: "ada@example.org", role: .admin, subject: UUIDBytes(high: 4, low: 4))
    static let pins = ["481516", "482913"]

    /// A paired tablet on which two people have set their PINs.
    struct Desk {
        let office: Office
        let admin: IdentityReply
        let tablet: IdentityReply
        var token: String { get throws { try tablet.text("token") } }

        func people() async throws -> IdentityReply {
            try await office.call(.get, "/api/v1/auth/tablet/people", token: token)
        }

        func turn(_ person: IdentityReply, _ pin: String) async throws -> IdentityReply {
            try await office.call(
                .post, "/api/v1/auth/tablet/turn", token: token,
                #"{"account_id":"\#(person.text("account_id"))","pin":"\#(pin)"}"#)
        }

        func me(_ tokens: IdentityReply) async throws -> IdentityReply {
            try await office.call(.get, "/api/v1/me", token: tokens.text("access_token"))
        }
    }

    func open(_ office: Office) async throws -> (Desk, ana: IdentityReply, ada: IdentityReply) {
        let admin = try await office.signIn(Self.ada)
        let tablet = try await office.call(
            .post, "/api/v1/tablets", token: admin.text("access_token"), #"{"name":"Front desk"}"#)
        try #require(tablet.status == 201)
        try await office.welcome(.ana)
        let member = try #","tablet_token":"\#(tablet.text("token"))""#
        var people: [IdentityReply] = []
        for (person, pin) in zip([Person.ana, Self.ada], Self.pins) {
            let tokens = try await office.login(person, member)
            try #require(tokens.status == 200)
            let set = try await office.call(
                .post, "/api/v1/pin", token: tokens.text("access_token"), #"{"pin":"\#(pin)"}"#)
            try #require(set.status == 204)
            people.append(tokens)
        }
        return (Desk(office: office, admin: admin, tablet: tablet), people[0], people[1])
    }

    @Test func `a person who takes over a tablet by PIN gets a new session, and the previous session is locked`()
        async throws
    {
        try await withOffice { office in
            let (desk, ana, ada) = try await open(office)
            let people = try await desk.people().json?["items"]?.elements ?? []
            #expect(people.compactMap { $0["role"]?.string }.sorted() == ["admin", "receptionist"])
            let first = try await desk.turn(ana, Self.pins[0])
            #expect(try first.text("role") == "receptionist")
            #expect(try await desk.me(first).status == 200)
            #expect(try await desk.me(ada).problem == "session-locked")
            let second = try await desk.turn(ada, Self.pins[1])
            #expect(try second.text("role") == "admin")
            #expect(try await desk.me(second).status == 200)
            #expect(try await desk.me(first).problem == "session-locked")
            // A person's earlier session on a tablet ends when the person signs in on the tablet again.
            _ = try await desk.turn(ana, Self.pins[0])
            #expect(try await desk.me(first).problem == "session-ended")
            // The session of the admin who paired the tablet does not end.
            #expect(try await desk.me(desk.admin).status == 200)
        }
    }

    @Test func `only five of fifty simultaneous wrong PINs on a tablet are checked, and then the password is required`()
        async throws
    {
        try await withOffice(connections: 8) { office in
            let (desk, ana, ada) = try await open(office)
            let before = office.shared.hashesComputed
            let replies = try await withThrowingTaskGroup(of: IdentityReply.self) { group in
                for number in 0..<50 { group.addTask { try await desk.turn(ana, "0000\(10 + number)") } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(office.shared.hashesComputed - before == 5)
            #expect(replies.count { $0.problem == "wrong-pin" } == 4)
            #expect(replies.count { $0.problem == "no-pin-set" } == 46)
            #expect(try await desk.me(ana).problem == "session-ended")
            #expect(try await desk.turn(ana, Self.pins[0]).problem == "no-pin-set")
            #expect(try await desk.turn(ada, Self.pins[1]).status == 200)
        }
    }

    @Test func `a sign-in by PIN needs the tablet's token, and a login with a tablet's id as its device is refused`()
        async throws
    {
        try await withOffice { office in
            let (desk, ana, _) = try await open(office)
            let token = try desk.token
            var forged = token
            forged.removeLast(2)
            forged += token.hasSuffix("AA") ? "BB" : "AA"
            for bad in [forged, "x", try ana.text("access_token"), try ana.text("refresh_token")] {
                let turn = try await office.call(
                    .post, "/api/v1/auth/tablet/turn", token: bad,
                    #"{"account_id":"\#(ana.text("account_id"))","pin":"481516"}"#)
                #expect(turn.status == 401)
                #expect(try await office.call(.get, "/api/v1/auth/tablet/people", token: bad).status == 401)
            }
            #expect(try await office.authenticate(token) == .invalid)
            let id = try desk.tablet.text("id")
            let claimed = try await office.login(.ana, device: "tablet:\(id)")
            #expect(claimed.status == 400)
        }
    }

    @Test func `a tablet refuses the login of a patient, and of a member of another clinic's staff`() async throws {
        try await withOffice { office in
            let (desk, _, _) = try await open(office)
            let member = try #","tablet_token":"\#(desk.token)""#
            try await office.welcome(.ben)
            #expect(try await office.login(.ben, member).problem == "no-such-membership")
            let foreign = Person(
                email: "eve@example.org", clinic: UUIDBytes(high: 2, low: 2), subject: UUIDBytes(high: 7, low: 7))
            try await office.welcome(foreign)
            #expect(try await office.login(foreign, member).problem == "no-such-membership")
        }
    }

    @Test func `a session on a tablet cannot switch to another clinic`() async throws {
        try await withOffice { office in
            let (_, ana, _) = try await open(office)
            let elsewhere = AccountGrant(
                email: Person.ana.email, name: "Ana", password: nil, clinic: UUIDBytes(high: 5, low: 5),
                roles: [.admin], subject: UUIDBytes(high: 6, low: 6))
            _ = try await office.identity.grant(elsewhere, at: noon)
            _ = try await office.pool.perform("UPDATE membership SET awaits_owner = false")
            let change = try await office.call(
                .post, "/api/v1/me/switch", token: ana.text("access_token"),
                #"{"clinic_id":"\#(elsewhere.clinic)"}"#)
            #expect(change.problem == "no-such-membership")
        }
    }

    @Test func `a session on a phone is a session of the mobile app, and a session on a tablet is not`() async throws {
        try await withOffice { office in
            let (_, ana, _) = try await open(office)
            for (tokens, isApp) in [(ana, false), (try await office.login(.ana, device: "phone"), true)] {
                guard case .caller(let principal) = try await office.authenticate(tokens.text("access_token")) else {
                    Issue.record("refused")
                    return
                }
                #expect(principal.isApp == isApp)
            }
        }
    }

    @Test func `unpairing a tablet ends all its sessions, and its token is no longer accepted`() async throws {
        try await withOffice { office in
            let (desk, ana, ada) = try await open(office)
            let path = try "/api/v1/tablets/\(desk.tablet.text("id"))"
            let access = try desk.admin.text("access_token")
            #expect(try await office.call(.delete, path, token: access).status == 204)
            for person in [ana, ada] { #expect(try await desk.me(person).problem == "session-ended") }
            #expect(try await desk.turn(ana, Self.pins[0]).status == 401)
            #expect(try await desk.people().status == 401)
            #expect(try await office.call(.delete, path, token: access).status == 404)
            let list = try await office.call(.get, "/api/v1/tablets", token: access)
            #expect(list.json?["items"]?.elements?.isEmpty == true)
            #expect(try await desk.me(desk.admin).status == 200)
        }
    }
}
