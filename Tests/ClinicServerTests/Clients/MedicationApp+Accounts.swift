import ClinicDemo
import ClinicTestSupport
import Crypto
import Foundation
import JSON

/// Functions that sign in at the medication app as a person does.
extension MedicationApp {
    static let password = "tea before breakfast"

    /// Registers a person without a clinic, opens the link of the mail, and signs the person in.
    static func registered(
        _ email: String, on practice: Practice, _ mailbox: ExampleMailbox, key: SymmetricKey
    ) async throws -> MedicationApp {
        let app = try await MedicationApp(practice, key: key)
        try await app.register(email: email, password: password, name: "Ida Sommer")
        // The link opens a page in the browser, which confirms the address.
        let token = try await mailbox.token(for: email)
        let confirmed = try await practice.nobody.post("auth/confirm-email", #"{"token":"\#(token)"}"#)
        guard confirmed.status == 204 else { throw Missing(what: "a confirmed address: \(confirmed.status)") }
        try await app.login(email: email, password: password)
        return app
    }

    /// Installs the app on another device of a patient of the demo, and signs the patient in.
    static func installed(
        _ practice: Practice, _ name: String = "patient1", key: SymmetricKey,
        question: VersionQuestion = .emptyPush
    ) async throws -> MedicationApp {
        let app = try await MedicationApp(practice, key: key, question: question)
        try await app.signIn(name)
        return app
    }

    func signIn(_ name: String = "patient1") async throws {
        try await login(email: "\(name)@spree.example", password: DemoLogin.password)
    }

    /// The contents of the device's entities.
    var texts: [UUID: String] { entities.mapValues(\.text) }

    /// A client of the vault with the app's session, for the calls that the app does not have.
    var vault: VaultClient {
        VaultClient(App(practice: practice, token: authToken, subject: ""), key: key, device: deviceId)
    }

    /// The contents of an entity's versions and lost blobs on the server, the latest first; "" for a deleted version.
    func kept(of entity: UUID) async throws -> [String] {
        try await vault.versions(of: entity).map { version in
            let blob = Data(base64Encoded: version["encrypted_blob"]?.string ?? "") ?? Data()
            return try blob.isEmpty ? "" : decrypt(blob)
        }
    }
}
