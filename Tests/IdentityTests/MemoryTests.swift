import Endpoints
import EventSourcing
import Identifiers
import Identity
import SQL
import TestSupport
import Testing

@Suite(.database(.identity), .timeLimit(.minutes(30))) struct MemoryTests {
    @Test func `the second request of a session is authenticated without asking the database`() async throws {
        try await withOffice { office in
            let access = try await office.signIn(.ana).text("access_token")
            #expect(office.atOnce(access) == nil)
            let first = try await office.authenticate(access)
            #expect(office.atOnce(access) == first)
        }
    }

    @Test(
        arguments: [
            ("Bearer abc", "abc"), ("bearer abc", "abc"), ("BEARER  abc", "abc"), ("Basic abc", nil), ("Bearer", nil),
            ("Bearer ", nil), ("Bearerabc", nil), ("", nil),
        ] as [(String, String?)])
    func `the access token is read from the Authorization field with the scheme Bearer`(
        _ field: String, _ token: String?
    ) {
        let found = BearerField.token(in: Array("xx\(field)".utf8).dropFirst(2))
        #expect(found.map { String(decoding: $0, as: UTF8.self) } == token)
    }
}
