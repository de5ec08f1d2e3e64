import Identifiers
import Testing
import Vault

/// Tests the vault with random devices that are offline for some time, edit the same entities, lose answers and repeat
/// pushes. Each device behaves as the medication app does: it always sends the client version 1, pushes its edits
/// first, pulls then, and keeps the server's content after a conflict.
@Suite struct ConvergenceTests {
    private struct Device {
        let session: UUIDBytes
        let id: UUIDBytes
        /// The version of the vault's feed up to which the device has pulled, as the server knows it.
        var pulled: Int64 = 0
        /// The version of the vault's feed up to which the device has received the changes.
        var received: Int64 = 0
        var contents: [UUIDBytes: [UInt8]] = [:]
        /// The edits of a device that the server has not acknowledged yet.
        var edits: [UUIDBytes: [UInt8]] = [:]

        var pushing: PushingDevice { PushingDevice(session: session, device: id, pulled: pulled) }
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `random devices of a vault converge, lose no acknowledged edit, and see no version decrease`(
        _ seed: UInt64
    ) {
        var random = Steps(state: seed)
        var vault = SimulatedVault()
        let ids = (0..<12).map { UUIDBytes(high: 1, low: UInt64($0)) }
        var devices = (0..<4).map { index in
            Device(session: UUIDBytes(high: 2, low: UInt64(index)), id: UUIDBytes(high: 3, low: UInt64(index)))
        }
        var counter: UInt64 = 0
        var acknowledged: [UUIDBytes: Set<[UInt8]>] = [:]
        var versions: [UUIDBytes: Int64] = [:]
        var lastVersion: Int64 = 0

        func push(_ device: inout Device, answerArrives: Bool) {
            for (entity, content) in device.edits.sorted(by: { $0.key.low < $1.key.low }) {
                let had = vault.entities[entity].map { $0.position <= device.pulled || $0.session == device.session }
                let decision = vault.push(
                    [.pushed(entity, content, deleted: content.isEmpty)], of: device.pushing)
                #expect(decision.state.version >= lastVersion)
                lastVersion = decision.state.version
                if let version = decision.accepted.first?.version {
                    #expect(version >= versions[entity] ?? 0)
                    versions[entity] = version
                    acknowledged[entity, default: []].insert(content)
                } else {
                    #expect(decision.rejected.map(\.reason) == [.conflict])
                    #expect(had == false, "an edit of a device that had the current version was rejected")
                    #expect(vault.kept[entity]?.contains(content) == true)
                }
                if answerArrives { device.edits[entity] = nil }
            }
        }
        func pull(_ device: inout Device, answerArrives: Bool) {
            let changes = vault.changes(since: device.received)
            device.pulled = max(device.pulled, vault.state.version)
            guard answerArrives else { return }
            for change in changes where device.edits[change.entity] == nil {
                device.contents[change.entity] = change.blob
            }
            device.received = vault.state.version
        }

        for _ in 1...5_000 {
            let index = random.next(4)
            switch random.next(8) {
            case 0...4:
                counter += 1
                let entity = ids[random.next(12)]
                let bytes = littleEndian(counter) + [UInt8](repeating: 7, count: 24)
                let content = random.next(10) == 0 ? [] : bytes
                devices[index].contents[entity] = content
                devices[index].edits[entity] = content
            case 5: push(&devices[index], answerArrives: random.next(4) > 0)
            default:
                push(&devices[index], answerArrives: true)
                pull(&devices[index], answerArrives: random.next(4) > 0)
            }
        }
        for index in devices.indices { push(&devices[index], answerArrives: true) }
        for index in devices.indices { pull(&devices[index], answerArrives: true) }
        for device in devices { #expect(device.contents.filter { vault.contents[$0.key] != $0.value }.isEmpty) }
        for device in devices { #expect(device.contents.count == vault.contents.count) }
        for (entity, contents) in acknowledged { #expect(contents.isSubset(of: vault.kept[entity] ?? [])) }
        #expect(vault.state.version > 1_000)
    }

    private func littleEndian(_ number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
}

/// A generator of random numbers that gives the same numbers for the same seed.
private struct Steps {
    var state: UInt64

    /// The next random number from 0 up to, but not including, `bound`.
    mutating func next(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(bound))
    }
}
