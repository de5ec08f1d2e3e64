import ClinicTestSupport
import Foundation

/// Example requests about the encrypted vault.
extension ExampleWalk {
    func showVault() async throws {
        let medication = "0f0e0d0c-0b0a-4908-8706-050403020100"
        func push(_ letter: String) -> String {
            """
            {"blobs":[{"entity_id":"\(medication)","entity_type":"medication",\
            "encrypted_blob":"\(String(repeating: letter, count: 40))","client_version":1,"is_deleted":false}]}
            """
        }
        try await show("pushVault", "A phone stores a changed medication", by: patient, body: push("A"))
        try await show(
            "pullVault", "A phone asks for what has changed", by: patient,
            ["since_version": "0", "device_id": "1f1e1d1c-1b1a-4918-9716-151413121110"])
        _ = try await patient.app.post("/v1/sync/push", push("B"))
        try await show(
            "listVaultVersions", "A phone reads the versions of a medication", by: patient, ["entity_id": medication])
        try await show(
            "storeKeyEnvelope", "A phone stores the vault's encrypted key", by: patient,
            body: #"{"envelope":"AAECAwQFBgcICQoLDA0ODw=="}"#)
        try await show("getKeyEnvelope", "A second phone reads the vault's encrypted key", by: patient)
        try await show("emptyVault", "A patient removes everything from the vault", by: patient)
    }
}
