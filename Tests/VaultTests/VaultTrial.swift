import Identifiers
import Testing
import Vault

/// A vault and its devices, which take random steps. The same seed gives the same steps.
struct VaultTrial {
    private(set) var vault = SimulatedVault()
    private var devices = (0..<4).map { SimulatedDevice($0) }
    private let entities = (0..<12).map { UUIDBytes(high: 1, low: $0) }
    private var random: Steps
    private var edits: UInt64 = 0
    /// The contents that the server has accepted, by entity.
    private var acknowledged: [UUIDBytes: Set<[UInt8]>] = [:]
    /// The highest accepted version of each entity.
    private var versions: [UUIDBytes: Int64] = [:]

    init(seed: UInt64) { random = Steps(state: seed) }

    /// A random device edits an entity, synchronizes, repeats a push, or goes offline. A device that is offline can
    /// only edit.
    mutating func step() {
        let index = random.next(devices.count)
        if random.next(256) == 0 { devices[index].stepsOffline = 1 + random.next(100) }
        guard devices[index].stepsOffline == 0 else {
            devices[index].stepsOffline -= 1
            return edit(index)
        }
        switch random.next(16) {
        case 0...8: edit(index)
        case 9...10: push(index, answerArrives: random.next(4) > 0)
        case 11: deliver(devices[index].lastPush, of: index)
        default:
            push(index, answerArrives: true)
            pull(index, answerArrives: random.next(4) > 0)
        }
    }

    /// All devices of the vault synchronize without failures until none of them has an edit that is not acknowledged. A
    /// person who has to decide about a conflict keeps the server's content.
    mutating func settle() {
        for _ in 1...2 {
            for index in devices.indices {
                devices[index].stepsOffline = 0
                push(index, answerArrives: true)
                devices[index].pull(vault, answerArrives: true) { false }
            }
        }
    }

    /// Checks that all devices have the vault's contents, and that the vault has kept every accepted content.
    func check() {
        for device in devices {
            #expect(device.edits.isEmpty)
            #expect(device.contents == vault.contents)
        }
        for (entity, contents) in acknowledged { #expect(contents.isSubset(of: vault.kept[entity] ?? [])) }
    }

    private mutating func edit(_ index: Int) {
        edits += 1
        let bytes = (0..<8).map { UInt8(truncatingIfNeeded: edits >> (8 * $0)) } + [UInt8](repeating: 7, count: 24)
        devices[index].edit(entities[random.next(entities.count)], random.next(10) == 0 ? [] : bytes)
    }

    private mutating func push(_ index: Int, answerArrives: Bool) {
        devices[index].startPush()
        let answer = deliver(devices[index].lastPush, of: index)
        if answerArrives { devices[index].take(answer) }
    }

    private mutating func pull(_ index: Int, answerArrives: Bool) {
        var steps = random
        devices[index].pull(vault, answerArrives: answerArrives) { steps.next(2) == 0 }
        random = steps
    }

    /// Delivers a push of a device to the vault, and checks the answer.
    @discardableResult
    private mutating func deliver(_ pushed: [UUIDBytes: [UInt8]], of index: Int) -> PushDecision {
        let device = devices[index]
        let had = pushed.keys.filter { device.has(vault.entities[$0]) }
        let before = vault.state.version
        let blobs = pushed.sorted { $0.key.low < $1.key.low }.map { entity, content in
            CheckedBlob.pushed(entity, content, deleted: content.isEmpty)
        }
        let decision = vault.push(blobs, of: device.pushing)
        #expect(decision.state.version >= before)
        for accepted in decision.accepted {
            #expect(accepted.version >= versions[accepted.entity] ?? 0)
            versions[accepted.entity] = accepted.version
            acknowledged[accepted.entity, default: []].insert(pushed[accepted.entity] ?? [])
        }
        for rejected in decision.rejected {
            #expect(rejected.reason == .conflict)
            #expect(!had.contains(rejected.entity), "an edit of a device that had the current version was rejected")
            #expect(vault.kept[rejected.entity]?.contains(pushed[rejected.entity] ?? []) == true)
        }
        return decision
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
