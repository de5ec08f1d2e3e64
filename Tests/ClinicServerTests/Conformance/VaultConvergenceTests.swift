import ClinicTestSupport
import Crypto
import Foundation
import Identifiers
import JSON
import Testing

extension Conformance {
    /// Tests the vault over HTTP with three devices of a person that are offline for some time, edit the same entities,
    /// and send pushes twice, each request to one of two servers.
    @Suite struct VaultConvergence {
        private struct Device {
            /// The device's HTTP client for each of the two servers.
            let clients: [VaultClient]
            var received: Int64 = 0
            var contents: [UUID: Data] = [:]
            /// The device's edits that the server has not acknowledged yet.
            var edits: [UUID: VaultClient.Blob] = [:]
        }

        private func devices(of person: String, on servers: [Practice]) async throws -> [Device] {
            let key = SymmetricKey(size: .bits256)
            var devices: [Device] = []
            for _ in 0..<3 {
                let (app, id) = (try await servers[0].signIn(person), UUID())
                devices.append(
                    Device(
                        clients: servers.map {
                            VaultClient(App(practice: $0, token: app.token, subject: app.subject), key: key, device: id)
                        }))
            }
            return devices
        }

        /// Pushes all edits of a device. After a conflict the device takes the server's content with its next pull.
        private func push(_ device: inout Device, to server: Int) async throws -> VaultClient.PushAnswer {
            let blobs = device.edits.values.sorted { $0.entityId.uuidString < $1.entityId.uuidString }
            let answer = try await device.clients[server].push(blobs)
            #expect(answer.accepted.count + answer.rejected.count == blobs.count)
            #expect(answer.rejected.allSatisfy { $0.reason == "conflict" })
            device.edits = [:]
            return answer
        }

        private func pull(_ device: inout Device, from server: Int) async throws {
            let changes = try await device.clients[server].pullAll(since: device.received)
            for blob in changes.blobs where device.edits[blob.entityId] == nil {
                device.contents[blob.entityId] = blob.encryptedBlob
            }
            device.received = changes.version
        }

        @Test
        func `O38 O39 devices that act at random converge over two servers, and acknowledged dose logs are kept`()
            async throws
        {
            try await Practice.open(readers: 2) { one in
                try await Practice.open(readers: 2) { other in
                    var random = SplitMix64(seed: 38)
                    var devices = try await devices(of: "patient1", on: [one, other])
                    let entities = (0..<4).map { _ in UUID() }
                    var acknowledged: [UUID: Set<Data>] = [:]
                    var versions: [UUID: Int64] = [:]
                    for number in 0..<160 {
                        let index = Int.random(in: 0..<3, using: &random)
                        let server = Int.random(in: 0...1, using: &random)
                        switch Int.random(in: 0...7, using: &random) {
                        case 0...4:
                            let entity = try #require(entities.randomElement(using: &random))
                            let blob = try devices[index].clients[0].blob(entity, "\(number)", type: "doseLog")
                            devices[index].edits[entity] = blob
                            devices[index].contents[entity] = blob.encryptedBlob
                        case let kind:
                            let sent = devices[index].edits
                            let answer = try await push(&devices[index], to: server)
                            for accepted in answer.accepted {
                                #expect(accepted.newVersion > versions[accepted.entityId] ?? 0)
                                versions[accepted.entityId] = accepted.newVersion
                                let content = try #require(sent[accepted.entityId]?.encryptedBlob)
                                acknowledged[accepted.entityId, default: []].insert(content)
                            }
                            if kind == 5 {
                                // The network delivers the push a second time, to the other server.
                                let again = try await devices[index].clients[1 - server].push(Array(sent.values))
                                #expect(Set(again.accepted.map(\.entityId)) == Set(answer.accepted.map(\.entityId)))
                                #expect(again.serverVersion == answer.serverVersion)
                            }
                            if kind == 7 { try await pull(&devices[index], from: server) }
                        }
                    }
                    for index in devices.indices { _ = try await push(&devices[index], to: 0) }
                    for index in devices.indices { try await pull(&devices[index], from: 1) }
                    #expect(devices[0].contents.count == entities.count)
                    #expect(devices.allSatisfy { $0.contents == devices[0].contents })
                    for (entity, contents) in acknowledged {
                        let kept = try await devices[0].clients[0].versions(of: entity)
                        let blobs = Set(
                            kept.compactMap { $0["encrypted_blob"]?.string.flatMap { Data(base64Encoded: $0) } })
                        #expect(contents.isSubset(of: blobs))
                    }
                }
            }
        }
    }
}
