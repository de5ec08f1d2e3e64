import Foundation
import Fuzzing
import Testing

/// Runs each fuzz target with its seeds in `fixtures/fuzz`: first unchanged, then with small random mutations.
///
/// `CHAIRSIDE_FUZZ=1000000` sets the number of mutated inputs for each target, 20,000 by default. `ops/fuzz` starts
/// from the same seeds and lets libFuzzer make the inputs, guided by coverage.
@Suite struct FuzzTests {
    @Test(arguments: FuzzTarget.all.map(\.name))
    func `no fuzz target fails on its seed inputs and their mutations`(_ name: String) throws {
        let target = try #require(FuzzTarget.named(name))
        let seeds = try Self.seeds(of: name)
        for seed in seeds { #expect(target.fault(seed) == nil, "\(seed)") }
        let count = ProcessInfo.processInfo.environment["CHAIRSIDE_FUZZ"].flatMap { Int($0) } ?? 20_000
        var mutator = Mutator(seeds: seeds, seed: 20_261_121)
        for round in 0..<count {
            let input = mutator.next()
            if let fault = target.fault(input) {
                Issue.record("round \(round), \(input): \(fault)")
                return
            }
        }
    }

    private static func seeds(of name: String) throws -> [[UInt8]] {
        var root = URL(filePath: #filePath)
        for _ in 0..<3 { root.deleteLastPathComponent() }
        let folder = root.appending(path: "fixtures/fuzz/\(name)")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return try files.sorted { $0.path < $1.path }.map { Array(try Data(contentsOf: $0)) }
    }
}
