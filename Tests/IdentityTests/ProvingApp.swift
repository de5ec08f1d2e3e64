import Crypto
import Endpoints
import EventSourcing
import Foundation

/// A client's key, and its proofs of possession (RFC 9449 §4.2).
struct ProvingApp: Sendable {
    private let key = P256.Signing.PrivateKey()

    private var point: [UInt8] { Array(key.publicKey.x963Representation.dropFirst()) }
    private var x: String { Base64URL.encode(Array(point[..<32])) }
    private var y: String { Base64URL.encode(Array(point[32...])) }

    /// The thumbprint of the key (RFC 7638).
    var thumbprint: String {
        Base64URL.encode(Array(SHA256.hash(data: Data(#"{"crv":"P-256","kty":"EC","x":"\#(x)","y":"\#(y)"}"#.utf8))))
    }

    /// The defect that makes a proof of possession invalid.
    enum Flaw: CaseIterable {
        case otherMethod, otherPath, otherHost, noScheme, tooOld, tooNew, noID, wrongType, algNone, noToken, otherToken
        case changed, otherKey, privateKey, rubbish, earliest, latest, farthest
    }

    func proof(
        _ method: String, _ path: String, token: String? = nil, at now: Instant = noon, id: String = UUID().uuidString,
        flaw: Flaw? = nil, origin: String = "https://clinic.example"
    ) throws -> String {
        var head = ["typ": #""dpop+jwt""#, "alg": #""ES256""#]
        head["jwk"] = #"{"kty":"EC","crv":"P-256","x":"\#(x)","y":"\#(y)"}"#
        var claims = [
            "htm": "\"\(method)\"", "htu": "\"\(origin)\(path)\"", "iat": "\(now.secondsSince1970)",
            "jti": "\"\(id)\"",
        ]
        claims["ath"] = token.map { "\"\(Self.hash($0))\"" }
        var signer = key
        switch flaw {
        case nil, .changed, .rubbish: break
        case .otherMethod: claims["htm"] = #""PUT""#
        case .otherPath: claims["htu"] = "\"https://clinic.example\(path)x\""
        case .otherHost: claims["htu"] = "\"https://clinic.example.org\(path)\""
        case .noScheme: claims["htu"] = "\"clinic.example\(path)\""
        case .tooOld: claims["iat"] = "\(now.secondsSince1970 - 61)"
        case .tooNew: claims["iat"] = "\(now.secondsSince1970 + 61)"
        case .earliest: claims["iat"] = "\(Int64.min)"
        case .latest: claims["iat"] = "\(Int64.max)"
        case .farthest: claims["iat"] = "\(now.secondsSince1970 &+ Int64.min)"
        case .noID: claims["jti"] = nil
        case .wrongType: head["typ"] = #""JWT""#
        case .algNone: head["alg"] = #""none""#
        case .noToken: claims["ath"] = nil
        case .otherToken: claims["ath"] = "\"\(Self.hash("x"))\""
        case .otherKey: signer = P256.Signing.PrivateKey()
        case .privateKey: head["jwk"] = #"{"kty":"EC","crv":"P-256","x":"\#(x)","y":"\#(y)","d":"AA"}"#
        }
        let signed = Self.text(head) + "." + Self.text(claims)
        var signature = try signer.signature(for: Data(signed.utf8)).rawRepresentation
        if flaw == .changed { signature[10] ^= 1 }
        if flaw == .rubbish { return "x.y.z" }
        return signed + "." + Base64URL.encode(Array(signature))
    }

    private static func hash(_ text: String) -> String { Base64URL.encode(Array(SHA256.hash(data: Data(text.utf8)))) }

    private static func text(_ members: [String: String]) -> String {
        Base64URL.encode(
            Array("{\(members.sorted { $0.key < $1.key }.map { "\"\($0)\":\($1)" }.joined(separator: ","))}".utf8))
    }
}
