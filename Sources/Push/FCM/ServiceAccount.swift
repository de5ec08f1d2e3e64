import HTTPClient
import JSON
import JWTKit

/// The key of a Google service account, from the JSON file that Google Cloud issues.
struct ServiceAccount: Sendable {
    let project: String
    let email: String
    /// The endpoint that exchanges assertions for access tokens.
    let tokenEndpoint: HTTPSAddress
    private let keys: JWTKeyCollection
    private let keyID: JWKIdentifier

    /// The OAuth scope of the access tokens: sending messages, and nothing else.
    private static let scope = "https://www.googleapis.com/auth/firebase.messaging"
    /// The lifetime of an assertion in seconds. Google's maximum is an hour.
    private static let lifetime: Int64 = 3_600

    private struct Assertion: JWTPayload {
        let iss: String
        let scope: String
        let aud: String
        let iat: Int64
        let exp: Int64

        func verify(using algorithm: some JWTAlgorithm) throws {}
    }

    init(_ file: KeyFile) async throws(PushConfigurationError) {
        let text = try file.read()
        guard let value = try? JSONValue(parsing: Array(text.utf8)), value["type"]?.string == "service_account" else {
            throw PushConfigurationError("\(file.path) is no JSON file of a service account")
        }
        func member(_ name: String) throws(PushConfigurationError) -> String {
            guard let text = value[name]?.string, !text.isEmpty else {
                throw PushConfigurationError("\(file.path) has no member \(name)")
            }
            return text
        }
        project = try member("project_id")
        guard project.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == ":" || $0 == ".") })
        else { throw PushConfigurationError("the member project_id of \(file.path) is no name of a project") }
        email = try member("client_email")
        guard let endpoint = HTTPSAddress(try member("token_uri")) else {
            throw PushConfigurationError("the member token_uri of \(file.path) is no https URL")
        }
        tokenEndpoint = endpoint
        keyID = JWKIdentifier(string: try member("private_key_id"))
        let pem = try member("private_key")
        guard let key = try? Insecure.RSA.PrivateKey(pem: pem) else {
            throw PushConfigurationError("the member private_key of \(file.path) is no RSA key in PEM format")
        }
        keys = JWTKeyCollection()
        await keys.add(rsa: key, digestAlgorithm: .sha256, kid: keyID)
    }

    /// The assertion with which the service account asks for an access token (RFC 7523), signed with RS256.
    func assertion(at now: Int64) async throws -> String {
        let claims = Assertion(
            iss: email, scope: Self.scope, aud: "\(tokenEndpoint.origin)\(tokenEndpoint.path)", iat: now,
            exp: now + Self.lifetime)
        var header = JWTHeader()
        header.typ = "JWT"
        return try await keys.sign(claims, kid: keyID, header: header)
    }
}
