import Foundation
import Testing
import Vault

/// Tests the vault with random devices that are offline for some time, edit the same entities, lose answers and repeat
/// pushes. `CHAIRSIDE_VAULT_STEPS` sets another number of steps for each of the twenty seeds.
@Suite struct ConvergenceTests {
    private static let steps =
        ProcessInfo.processInfo.environment["CHAIRSIDE_VAULT_STEPS"].flatMap { Int($0) } ?? 5_000

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `devices that edit a vault at random converge, lose no acknowledged edit, and see no version decrease`(
        _ seed: UInt64
    ) {
        var trial = VaultTrial(seed: seed)
        for _ in 0..<Self.steps { trial.step() }
        trial.settle()
        trial.check()
        #expect(trial.vault.state.version > Int64(Self.steps / 10))
    }
}
