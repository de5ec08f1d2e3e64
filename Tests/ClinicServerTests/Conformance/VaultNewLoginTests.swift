import ClinicTestSupport
import Crypto
import Foundation
import JSON
import Testing

extension Conformance {
    /// Tests pushes to the vault after a new login, before the session's first pull names the device.
    @Suite struct VaultNewLogins {
        private let key = SymmetricKey(size: .bits256)

        /// A phone and a tablet with the same entity, which the phone has pushed and the tablet has pulled.
        private struct Pair {
            var phone, tablet: VaultClient
            let entity = UUID()
        }

        private func pair(_ practice: Practice, _ text: String) async throws -> Pair {
            let pair = Pair(
                phone: VaultClient(try await practice.signIn("patient1"), key: key),
                tablet: VaultClient(try await practice.signIn("patient1"), key: key))
            for device in [pair.phone, pair.tablet] { _ = try await device.pull(since: 0) }
            #expect(try await pair.phone.push([try pair.phone.blob(pair.entity, text)]).accepted.count == 1)
            #expect(try await pair.tablet.pull(since: 0).blobs.count == 1)
            return pair
        }

        /// The same device in a new session.
        private func signInAgain(_ device: VaultClient, _ practice: Practice) async throws -> VaultClient {
            VaultClient(try await practice.signIn("patient1"), key: key, device: device.device)
        }

        private func text(_ blob: VaultClient.Blob?) throws -> String? {
            guard let blob, !blob.isDeleted else { return nil }
            return String(
                decoding: try AES.GCM.open(try AES.GCM.SealedBox(combined: blob.encryptedBlob), using: key),
                as: UTF8.self)
        }

        private func texts(_ versions: [JSONValue]) throws -> [String?] {
            try versions.map { version in
                let blob = Data(base64Encoded: version["encrypted_blob"]?.string ?? "") ?? Data()
                return String(
                    decoding: try AES.GCM.open(try AES.GCM.SealedBox(combined: blob), using: key), as: UTF8.self)
            }
        }

        @Test(arguments: [true, false])
        func `O38 an offline edit of a version that the device wrote or pulled is accepted after a new login`(
            _ isAuthor: Bool
        ) async throws {
            try await Practice.open { practice in
                let pair = try await pair(practice, "400 mg")
                let (device, other) = isAuthor ? (pair.phone, pair.tablet) : (pair.tablet, pair.phone)
                let again = try await signInAgain(device, practice)
                // The app pushes before it pulls, and a push does not name the device.
                let pushed = try await again.push([try again.blob(pair.entity, "600 mg")])
                #expect(pushed.accepted == [.init(entityId: pair.entity, newVersion: 2)] && pushed.rejected.isEmpty)
                #expect(try await again.push([try again.blob(pair.entity, "800 mg")]).accepted.first?.newVersion == 3)
                #expect(try text(try await again.pull(since: 0).blobs.first) == "800 mg")
                #expect(try text(try await other.pull(since: 1).blobs.first) == "800 mg")
                #expect(
                    try await other.push([VaultClient.tombstone(pair.entity)]).accepted
                        == [.init(entityId: pair.entity, newVersion: 4)])
            }
        }

        @Test func `the first pull after a new login puts back a version that the pushing device did not have`()
            async throws
        {
            try await Practice.open { practice in
                let pair = try await pair(practice, "400 mg")
                #expect(try await pair.phone.push([try pair.phone.blob(pair.entity, "500 mg")]).rejected.isEmpty)
                let again = try await signInAgain(pair.tablet, practice)
                // The session may be the phone's, which has the current version.
                let pushed = try await again.push([try again.blob(pair.entity, "600 mg")])
                #expect(pushed.accepted == [.init(entityId: pair.entity, newVersion: 3)])
                // Two pulls at once settle the edit once.
                async let first = again.pull(since: 1)
                async let second = again.pull(since: 1)
                for page in [try await first, try await second] {
                    #expect(try text(page.blobs.first) == "500 mg" && page.blobs.first?.clientVersion == 4)
                }
                #expect(try text(try await pair.phone.pull(since: 2).blobs.first) == "500 mg")
                let versions = try await again.versions(of: pair.entity)
                #expect(try texts(versions) == ["500 mg", "600 mg", "500 mg", "400 mg"])
                // The device has the version now, so its next edit is no conflict.
                #expect(try await again.push([try again.blob(pair.entity, "700 mg")]).accepted.first?.newVersion == 5)
            }
        }

        @Test func `an edit after a new login stays if another device has replaced it before the first pull`()
            async throws
        {
            try await Practice.open { practice in
                let pair = try await pair(practice, "400 mg")
                #expect(try await pair.phone.push([try pair.phone.blob(pair.entity, "500 mg")]).rejected.isEmpty)
                let again = try await signInAgain(pair.tablet, practice)
                #expect(try await again.push([try again.blob(pair.entity, "600 mg")]).rejected.isEmpty)
                #expect(try text(try await pair.phone.pull(since: 2).blobs.first) == "600 mg")
                #expect(try await pair.phone.push([try pair.phone.blob(pair.entity, "650 mg")]).rejected.isEmpty)
                #expect(try text(try await again.pull(since: 1).blobs.first) == "650 mg")
                #expect(
                    try texts(try await again.versions(of: pair.entity)) == ["650 mg", "600 mg", "500 mg", "400 mg"])
            }
        }
    }
}
