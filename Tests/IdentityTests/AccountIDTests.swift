import Endpoints
import EventSourcing
import Identifiers
import Identity
import PostgresClient
import SQL
import Testing
import TestSupport

/// Tests that the id of a new account tells nothing about the time at which the person registered.
@Suite(.database(.identity), .timeLimit(.minutes(30))) struct AccountIDTests {
    private func version(_ id: UUIDBytes) -> UInt64 { id.high >> 12 & 0xf }

    @Test func `a granted account and a registered account have random ids`() async throws {
        let mailbox = try Mailbox()
        defer { mailbox.remove() }
        try await withOffices(1, mail: mailbox.program) { offices in
            let office = try #require(offices.first)
            #expect(version(try await office.welcome(.ana)) == 4)
            let form = #"{"email":"ida@example.org","password":"drei Elche im Regen","name":"Ida"}"#
            #expect(try await office.call(.post, "/api/v1/auth/register", form).status == 202)
            let token = try await mailbox.letter(office).token
            let confirm = try await office.call(.post, "/api/v1/auth/confirm-email", #"{"token":"\#(token)"}"#)
            #expect(confirm.status == 204)
            let login = try await office.login(Person(email: "ida@example.org", password: "drei Elche im Regen"))
            #expect(version(try #require(UUIDBytes(login.text("account_id")))) == 4)
        }
    }

    @Test func `every account of the database that this release made has a random id`() async throws {
        try await withOffice { office in
            for person in [Person.ana, .ben] { try await office.welcome(person) }
            let ids = try await office.pool.perform("SELECT account_id FROM account")
            #expect(ids.count == 2)
            for row in ids { #expect(version(try row.uuid(0)) == 4) }
        }
    }
}
