import Endpoints
import EventSourcing
import Foundation
import Identifiers
import Identity
import JSON
import SQL
import TestSupport
import Testing

@Suite(.database(.identity), .timeLimit(.minutes(30))) struct KeyRotationTests {
    private func kid(_ tokens: IdentityReply) throws -> String? {
        let head = try tokens.text("access_token").prefix { $0 != "." }
        return try JSONValue(parsing: try #require(Base64URL.decode(Array(head.utf8))))["kid"]?.string
    }

    private func published(_ office: Office) async throws -> [String] {
        let keys = try await office.call(.get, "/.well-known/jwks.json").json?["keys"]?.elements ?? []
        return keys.compactMap { $0["kid"]?.string }
    }

    @Test
    func `a new signing key is used at once, the old key still verifies tokens, and other servers load the new key`()
        async throws
    {
        try await withOffices(2) { offices in
            let old = try await offices[0].signIn(.ana)
            #expect(try offices[0].folder.add(named: nil, at: noon) == "2026-11-23T120000Z")
            #expect(try await offices[0].shared.reloadKeys() == ["2026-11-23", "2026-11-23T120000Z"])
            #expect(try await offices[0].shared.reloadKeys() == nil)
            let new = try await offices[0].login(.ana)
            #expect(try kid(old) == "2026-11-23")
            #expect(try kid(new) == "2026-11-23T120000Z")
            for office in offices {
                for tokens in [new, old] {
                    #expect(try await office.call(.get, "/api/v1/me", token: tokens.text("access_token")).status == 200)
                }
                #expect(try await published(office) == ["2026-11-23", "2026-11-23T120000Z"])
            }
        }
    }

    @Test func `an access token signed by a retired key is refused, even if it is cached`() async throws {
        try await withOffices(2) { offices in
            let tokens = try await offices[0].signIn(.ana)
            let access = try tokens.text("access_token")
            for office in offices {
                _ = try await office.authenticate(access)
                try #require(office.atOnce(access) != nil)
            }
            _ = try offices[0].folder.add(named: "2027", at: noon)
            try offices[0].folder.retire("2026-11-23", atOnce: true, at: noon)
            for office in offices {
                #expect(try await office.shared.reloadKeys() == ["2027"])
                #expect(office.atOnce(access) == nil)
                #expect(try await office.authenticate(access) == .invalid)
                #expect(try await published(office) == ["2027"])
            }
            // The session continues with a refreshed access token, which is signed with the new key.
            let renewed = try await offices[1].refresh(tokens.text("refresh_token"))
            #expect(try kid(renewed) == "2027")
            #expect(try await offices[0].call(.get, "/api/v1/me", token: renewed.text("access_token")).status == 200)
        }
    }

    @Test func `a signing key cannot be retired while it signs tokens or while tokens that it signed may be in use`()
        throws
    {
        let keys = try TemporaryKeys()
        defer { keys.remove() }
        #expect(throws: KeyFolder.Unusable.self) { try keys.keys.retire("2026-11-23", atOnce: true, at: noon) }
        #expect(throws: KeyFolder.Unusable.self) { _ = try keys.keys.add(named: "2026-01-01", at: noon) }
        #expect(throws: KeyFolder.Unusable.self) { _ = try keys.keys.add(named: "2026-11-23", at: noon) }
        #expect(throws: KeyFolder.Unusable.self) { _ = try keys.keys.add(named: "../2027", at: noon) }
        #expect(try keys.keys.add(named: nil, at: noon.adding(days: 1)) == "2026-11-24")
        let made = try #require(try keys.keys.signingKeys().last)
        #expect(made.signs)
        #expect(throws: KeyFolder.Unusable.self) {
            try keys.keys.retire("2026-11-23", atOnce: false, at: made.madeAt.adding(minutes: 10))
        }
        try keys.keys.retire("2026-11-23", atOnce: false, at: made.madeAt.adding(minutes: 11))
        #expect(try keys.keys.signingKeys().map(\.name) == ["2026-11-24"])
    }
}
