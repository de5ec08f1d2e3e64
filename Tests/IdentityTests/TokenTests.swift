import PostgresClient
import Crypto
import Endpoints
import EventSourcing
import Foundation
import Identifiers
import Identity
import JSON
import SQL
import TestSupport
import Testing

@Suite(.database(.identity), .timeLimit(.minutes(30))) struct TokenTests {
    @Test func `O36 a client can decode an access token's payload as plain base64, with a numeric expiry time`()
        async throws
    {
        try await withOffice { office in
            let token = try await office.signIn(.ana).text("access_token")
            let parts = token.split(separator: ".")
            try #require(parts.count == 3)
            var payload = String(parts[1])
            while payload.count % 4 != 0 { payload += "=" }
            let plain = try #require(Data(base64Encoded: payload))
            let json = try JSONValue(parsing: Array(plain))
            #expect(json["exp"]?.integer == noon.adding(minutes: 10).secondsSince1970)
        }
    }

    @Test func `access tokens can be verified with the published key`() async throws {
        try await withOffice { office in
            let token = try await office.signIn(.ana).text("access_token")
            let reply = try await office.call(.get, "/.well-known/jwks.json")
            let key = try #require(reply.json?["keys"]?.elements?.first)
            #expect(key["kid"]?.string == "2026-11-23")
            #expect(key["d"] == nil)
            let point = ["x", "y"].map { Base64URL.decode(Array((key[$0]?.string ?? "").utf8)) ?? [] }
            let published = try P256.Signing.PublicKey(x963Representation: [4] + point.joined())
            let parts = token.split(separator: ".")
            let signature = try P256.Signing.ECDSASignature(
                rawRepresentation: Base64URL.decode(Array(parts[2].utf8)) ?? [])
            #expect(published.isValidSignature(signature, for: Data("\(parts[0]).\(parts[1])".utf8)))
        }
    }

    /// A kind of access token: `good` is a valid one, and each of the others has one defect.
    enum Forgery: CaseIterable {
        case good, expired, algNone, algNoneSigned, hs256WithPublicKey, unknownKid, noKid, wrongTyp, noTyp, crit,
            wrongIss
        case wrongAud, foreignKey, otherPayload, unknownRole, noSignature, fourParts
    }

    @Test(arguments: Forgery.allCases)
    func `an access token with a forged header, claim or signature is refused`(_ forgery: Forgery)
        async throws
    {
        try await withOffice { office in
            let real = try await office.signIn(.ana)
            var forger = try Forger(office.folder, real)
            let token = try forger.make(forgery)
            let answer = try await office.authenticate(token)
            switch forgery {
            case .good:
                guard case .caller = answer else {
                    Issue.record("a good one is refused: then the others prove nothing")
                    return
                }
            case .expired: #expect(answer == .expired)
            default: #expect(answer == .invalid)
            }
        }
    }

    @Test func `an altered access token is refused, even if the original with the same signature is cached`()
        async throws
    {
        try await withOffice { office in
            let good = try await office.signIn(.ana).text("access_token")
            _ = try await office.authenticate(good)
            try #require(office.atOnce(good) != nil)
            var bytes = Array(good.utf8)
            let middle = bytes.count / 2
            bytes[middle] = bytes[middle] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            let changed = String(decoding: bytes, as: UTF8.self)
            #expect(office.atOnce(changed) == nil)
            #expect(try await office.authenticate(changed) == .invalid)
        }
    }

    private static let changes: [Statement] = [
        "UPDATE session SET role = 'admin'", "UPDATE session SET clinic_id = gen_random_uuid()",
        "UPDATE session SET subject_id = gen_random_uuid()",
        "UPDATE session SET account_id = (SELECT account_id FROM account WHERE email LIKE 'ben%')",
    ]

    @Test(arguments: 0..<changes.count)
    func `an access token that contradicts its session's row is refused`(_ change: Int) async throws {
        try await withOffice { office in
            try await office.welcome(.ben)
            let token = try await office.signIn(.ana).text("access_token")
            try await office.withColleague { colleague in
                guard case .caller = try await office.authenticate(token) else {
                    Issue.record("a good token is refused")
                    return
                }
                _ = try await office.pool.perform(Self.changes[change])
                #expect(try await colleague.authenticate(token) == .invalid)
                #expect(colleague.atOnce(token) == nil)
            }
        }
    }

    @Test func `a signing key that is added later signs new tokens, and the older key still verifies tokens`()
        async throws
    {
        try await withOffice { office in
            let old = try await office.signIn(.ana).text("access_token")
            let newer = "\(office.folder.path)/signing-2027-01-01.pem"
            try Data(P256.Signing.PrivateKey().pemRepresentation.utf8).write(to: URL(filePath: newer))
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: newer)
            try await office.withColleague { next in
                guard case .caller = try await next.authenticate(old) else {
                    Issue.record("refused")
                    return
                }
                let token = try await next.login(.ana).text("access_token")
                let header = try #require(Base64URL.decode(Array(token.prefix { $0 != "." }.utf8)))
                #expect(try JSONValue(parsing: header)["kid"]?.string == "2027-01-01")
            }
        }
    }
}

/// Creates access tokens that differ from a valid one in one detail. If that detail is neither the signature nor its
/// algorithm, a token is signed by the server's own key.
private struct Forger {
    private let key: P256.Signing.PrivateKey
    private var header = ["alg": "\"ES256\"", "typ": "\"JWT\"", "kid": "\"2026-11-23\""]
    private var claims: [String: String]

    init(_ folder: KeyFolder, _ real: IdentityReply) throws {
        let pem = try String(contentsOfFile: "\(folder.path)/signing-2026-11-23.pem", encoding: .utf8)
        key = try P256.Signing.PrivateKey(pemRepresentation: pem)
        claims = [
            "iss": "\"chairside\"", "aud": "\"chairside-api\"", "sub": "\"\(try real.text("account_id"))\"",
            "sid": "\"\(try real.text("session_id"))\"", "cid": "\"\(try real.text("clinic_id"))\"",
            "role": "\"receptionist\"", "subject": "\"\(try real.text("subject_id"))\"",
            "iat": "\(noon.secondsSince1970)", "exp": "\(noon.secondsSince1970 + 600)",
        ]
    }

    mutating func make(_ forgery: TokenTests.Forgery) throws -> String {
        switch forgery {
        case .good: break
        case .expired: claims["exp"] = "\(noon.secondsSince1970)"
        case .algNone, .algNoneSigned: header["alg"] = "\"none\""
        case .hs256WithPublicKey: header["alg"] = "\"HS256\""
        case .unknownKid: header["kid"] = "\"2026-11-24\""
        case .noKid: header["kid"] = nil
        case .wrongTyp: header["typ"] = "\"at+jwt\""
        case .noTyp: header["typ"] = nil
        case .crit: header["crit"] = "[\"exp\"]"
        case .wrongIss: claims["iss"] = "\"somebody\""
        case .wrongAud: claims["aud"] = "\"other-api\""
        case .unknownRole: claims["role"] = "\"owner\""
        case .foreignKey, .otherPayload, .noSignature, .fourParts: break
        }
        let signed = text(header) + "." + text(claims)
        switch forgery {
        case .algNone, .noSignature: return signed + "."
        case .hs256WithPublicKey:
            let secret = SymmetricKey(data: Data(key.publicKey.pemRepresentation.utf8))
            return signed + "." + encode(Array(HMAC<SHA256>.authenticationCode(for: Data(signed.utf8), using: secret)))
        case .foreignKey: return signed + "." + (try sign(signed, P256.Signing.PrivateKey()))
        case .otherPayload:
            let signature = try sign(signed, key)
            claims["role"] = "\"admin\""
            return text(header) + "." + text(claims) + "." + signature
        case .fourParts: return signed + "." + (try sign(signed, key)) + ".x"
        default: return signed + "." + (try sign(signed, key))
        }
    }

    private func sign(_ text: String, _ key: P256.Signing.PrivateKey) throws -> String {
        encode(Array(try key.signature(for: Data(text.utf8)).rawRepresentation))
    }

    private func text(_ members: [String: String]) -> String {
        encode(Array("{\(members.sorted { $0.key < $1.key }.map { "\"\($0)\":\($1)" }.joined(separator: ","))}".utf8))
    }

    private func encode(_ bytes: [UInt8]) -> String { Base64URL.encode(bytes) }
}
