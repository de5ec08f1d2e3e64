import ClinicTestSupport
import Foundation

/// Functions that send the requests of the medication app.
extension MedicationApp {
    private struct LoginRequest: Encodable {
        let email: String
        let password: String
    }

    private struct RegisterRequest: Encodable {
        let email: String
        let password: String
        let name: String
    }

    struct Drug: Decodable {
        let id: UUID
        let name: String
    }

    struct DrugPage: Decodable {
        let items: [Drug]
    }

    struct Studies: Decodable {
        struct Study: Decodable {
            let id: UUID
            let name: String
        }

        let version: String
        let items: [Study]
    }

    struct Bundle: Decodable {
        let drugs: [Drug]
    }

    static func login(_ email: String, _ password: String) -> Endpoint {
        Endpoint(path: "/v1/auth/login", method: "POST", body: LoginRequest(email: email, password: password))
    }

    static func register(_ email: String, _ password: String, name: String) -> Endpoint {
        Endpoint(
            path: "/v1/auth/register", method: "POST",
            body: RegisterRequest(email: email, password: password, name: name))
    }

    static let logout = Endpoint(path: "/v1/auth/logout", method: "POST")

    static func push(_ blobs: [VaultApp.Blob]) -> Endpoint {
        Endpoint(path: "/v1/sync/push", method: "POST", body: VaultApp.Push(blobs: blobs))
    }

    static func pull(since version: Int64, device: UUID) -> Endpoint {
        Endpoint(path: "/v1/sync/pull?since_version=\(version)&device_id=\(device)")
    }

    /// A search for drugs. The app encodes the text for the query of a URL, which leaves a plus sign as it is.
    static func searchDrugs(_ text: String, page: Int = 1, pageSize: Int = 20, consent: Bool = true) -> Endpoint {
        let encoded = text.addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed) ?? text
        return Endpoint(
            path: "/v1/catalog/drugs?q=\(encoded)&page=\(page)&page_size=\(pageSize)",
            headers: consent ? ["X-Privacy-Consent": "accepted"] : [:])
    }

    static func drug(_ id: UUID) -> Endpoint { Endpoint(path: "/v1/catalog/drugs/\(id)") }
    static let bundle = Endpoint(path: "/v1/catalog/bundle")
    static let studies = Endpoint(path: "/v1/catalog/studies")
    static func studyUpdates(since version: String) -> Endpoint {
        Endpoint(path: "/v1/catalog/studies/updates?since_version=\(version)")
    }

    /// Registers a person without a clinic, confirms the address with the token of the mail, and signs the person in.
    static func registered(
        _ email: String, on practice: Practice, _ mailbox: ExampleMailbox
    ) async throws -> MedicationApp {
        let (app, password) = (try await MedicationApp(practice), "tea before breakfast")
        try await app.send(register(email, password, name: "Ida"))
        let token = try await mailbox.token(for: email)
        let confirmed = try await practice.nobody.post("auth/confirm-email", #"{"token":"\#(token)"}"#)
        guard confirmed.status == 204 else { throw Missing(what: "a confirmed address: \(confirmed.status)") }
        try await app.signIn(email, password)
        return app
    }

    func signIn(_ email: String, _ password: String) async throws {
        tokens = try await request(Self.login(email, password), as: Tokens.self)
    }
}
