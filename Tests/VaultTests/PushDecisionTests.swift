import EventSourcing
import Identifiers
import Testing
import Vault

/// Tests the decision about each blob of a push to the vault.
@Suite struct PushDecisionTests {
    private let entity = UUIDBytes(high: 1, low: 1)
    private let phone = PushingDevice(
        session: UUIDBytes(high: 2, low: 1), device: UUIDBytes(high: 3, low: 1), pulled: 0)
    private let tablet = PushingDevice(
        session: UUIDBytes(high: 2, low: 2), device: UUIDBytes(high: 3, low: 2), pulled: 0)

    private func blob(_ letter: UInt8, size: Int = 28) -> [UInt8] { [UInt8](repeating: letter, count: size) }

    @Test func `a device can change an entity that it has pushed, although it always sends the client version 1`() {
        var vault = SimulatedVault()
        #expect(vault.push([.pushed(entity, blob(1))], of: phone).accepted.map(\.version) == [1])
        #expect(vault.push([.pushed(entity, blob(2))], of: phone).accepted.map(\.version) == [2])
        #expect(vault.contents[entity] == blob(2))
        #expect(vault.state.version == 2)
    }

    @Test
    func `a push over an entity's version that the device has not pulled is a conflict, and the pushed blob is kept`() {
        var vault = SimulatedVault()
        _ = vault.push([.pushed(entity, blob(1))], of: phone)
        let decision = vault.push([.pushed(entity, blob(2))], of: tablet)
        #expect(decision.rejected.map(\.reason) == [.conflict])
        #expect(decision.rejected.map(\.version) == [1])
        #expect(decision.lost.map(\.blob.blob) == [blob(2)])
        #expect(vault.contents[entity] == blob(1))
        let pulled = PushingDevice(session: tablet.session, device: tablet.device, pulled: vault.state.version)
        #expect(vault.push([.pushed(entity, blob(3))], of: pulled).accepted.map(\.version) == [2])
    }

    @Test func `a push with a client version above the server's version is accepted`() {
        var vault = SimulatedVault()
        _ = vault.push([.pushed(entity, blob(1))], of: phone)
        #expect(vault.push([.pushed(entity, blob(2), version: 2)], of: tablet).accepted.map(\.version) == [2])
    }

    @Test func `a blob that is equal to the current version is accepted from any device, and changes nothing`() {
        var vault = SimulatedVault()
        _ = vault.push([.pushed(entity, blob(1))], of: phone)
        let before = vault.state
        #expect(vault.push([.pushed(entity, blob(1))], of: tablet).accepted.map(\.version) == [1])
        #expect(vault.state == before)
    }

    @Test func `a deleted entity keeps a tombstone, and a device that has the tombstone can restore the entity`() {
        var vault = SimulatedVault()
        _ = vault.push([.pushed(entity, blob(1))], of: phone)
        #expect(vault.push([.pushed(entity, [], deleted: true)], of: phone).accepted.map(\.version) == [2])
        #expect(vault.entities[entity]?.isDeleted == true)
        #expect(vault.push([.pushed(entity, blob(2))], of: tablet).rejected.map(\.reason) == [.conflict])
        #expect(vault.push([.pushed(entity, blob(2))], of: phone).accepted.map(\.version) == [3])
    }

    @Test func `a deletion with the entity's last content is a tombstone without content, and the same one again too`()
    {
        var vault = SimulatedVault()
        _ = vault.push([.pushed(entity, blob(1))], of: phone)
        let deletion = CheckedBlob(
            entity: entity, type: "medication", base64: String(repeating: "A", count: 40), clientVersion: 1,
            isDeleted: true)
        for _ in 0..<2 {
            let deleted = vault.push([deletion], of: phone)
            #expect(deleted.accepted.map(\.version) == [2] && deleted.rejected.isEmpty)
            #expect(vault.entities[entity]?.isDeleted == true && vault.entities[entity]?.size == 0)
        }
    }

    @Test func `a blob that cannot be an encrypted entity is malformed, and the other blobs of its push are stored`() {
        var vault = SimulatedVault()
        let others = (2...6).map { UUIDBytes(high: 1, low: $0) }
        let decision = vault.push(
            [
                .pushed(others[0], blob(1, size: 27)),
                CheckedBlob(entity: others[1], type: "doseLog", base64: "no!", clientVersion: 1, isDeleted: false),
                CheckedBlob(entity: others[2], type: "doseLog", base64: "no!", clientVersion: 1, isDeleted: true),
                .pushed(others[3], blob(1), version: -1), .pushed(others[4], blob(1), type: "letter"),
                .pushed(entity, blob(1)),
            ], of: phone)
        #expect(decision.accepted.map(\.entity) == [entity])
        #expect(
            decision.rejected.map(\.reason) == [.malformed, .malformed, .malformed, .malformed, .typeUnknown])
        #expect(decision.rejected.allSatisfy { $0.version == 0 })
        #expect(
            vault.push([.pushed(entity, blob(2), type: "schedule")], of: phone).rejected.map(\.reason) == [.malformed])
    }

    @Test
    func `blobs over the limits of a vault are rejected as too large, and an entity of a full vault can be deleted`() {
        var vault = SimulatedVault()
        vault.limits = VaultLimits(largestBlob: 40, entities: 2, bytes: 70)
        let others = (2...3).map { UUIDBytes(high: 1, low: $0) }
        #expect(vault.push([.pushed(entity, blob(1, size: 41))], of: phone).rejected.map(\.reason) == [.tooLarge])
        #expect(vault.push([.pushed(entity, blob(1, size: 40))], of: phone).accepted.count == 1)
        #expect(vault.push([.pushed(others[0], blob(1, size: 31))], of: phone).rejected.map(\.reason) == [.tooLarge])
        #expect(vault.push([.pushed(others[0], blob(1, size: 30))], of: phone).accepted.count == 1)
        #expect(vault.push([.pushed(others[1], blob(1))], of: phone).rejected.map(\.reason) == [.tooLarge])
        #expect(vault.push([.pushed(entity, [], deleted: true)], of: phone).accepted.count == 1)
        #expect(vault.push([.pushed(others[0], blob(2, size: 40))], of: phone).accepted.count == 1)
        #expect(vault.state.bytes == 40)
    }

    @Test func `the replaced versions of a dose log count towards the bytes of the vault`() {
        var vault = SimulatedVault()
        vault.limits = VaultLimits(largestBlob: 40, entities: 9, bytes: 60)
        #expect(vault.push([.pushed(entity, blob(1), type: "doseLog")], of: phone).accepted.count == 1)
        #expect(vault.push([.pushed(entity, blob(2), type: "doseLog")], of: phone).accepted.count == 1)
        #expect(
            vault.push([.pushed(entity, blob(3), type: "doseLog")], of: phone).rejected.map(\.reason) == [.tooLarge])
        #expect(vault.state.bytes == 56)
    }

    @Test func `a session whose device is unknown may be on any device that was not seen since the session was opened`()
    {
        let opened = Instant(secondsSince1970: 1_796_000_000)
        let (before, after) = (opened.adding(minutes: -1), opened.adding(minutes: 1))
        func knowledge(
            _ devices: [KnownDevice], writer: UUIDBytes, on device: UUIDBytes?, at position: Int64 = 7
        ) -> PushingDevice.Knowledge {
            let version = StoredEntity(
                type: .medication, version: 1, position: position, isDeleted: false, digest: [], size: 28,
                session: writer, device: device, changedAt: before)
            return PushingDevice(
                session: UUIDBytes(high: 2, low: 9), device: nil, pulled: 0,
                candidates: PushingDevice.Candidates(devices, openedAt: opened)
            ).knowledge(of: version)
        }
        let (writer, device) = (phone.session, UUIDBytes(high: 3, low: 1))
        func known(_ id: UUIDBytes, _ session: UUIDBytes, pulled: Int64, at: Instant) -> KnownDevice {
            KnownDevice(id: id, session: session, pulled: pulled, pulledAt: at)
        }
        let other = UUIDBytes(high: 3, low: 2)
        #expect(knowledge([known(device, writer, pulled: 0, at: before)], writer: writer, on: device) == .mayHave)
        #expect(
            knowledge([known(other, tablet.session, pulled: 7, at: before)], writer: writer, on: device) == .mayHave)
        // The only device that has the version was seen in another session since.
        #expect(knowledge([known(device, writer, pulled: 7, at: after)], writer: writer, on: device) == .lacks)
        #expect(knowledge([known(other, tablet.session, pulled: 6, at: before)], writer: writer, on: device) == .lacks)
        // A session that never pulled wrote the version.
        #expect(knowledge([], writer: writer, on: nil) == .mayHave)
        #expect(knowledge([], writer: writer, on: device) == .lacks)
    }
}
