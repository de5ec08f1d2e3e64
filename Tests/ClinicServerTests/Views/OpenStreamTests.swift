import ClinicServer
import EventLoop
import Identifiers
import TestSupport
import Testing

@Suite struct OpenStreamTests {
    private func owner(_ session: UInt64, _ account: UInt64) -> OpenStreams.Owner {
        OpenStreams.Owner(session: UUIDBytes(high: 1, low: session), account: UUIDBytes(high: 2, low: account))
    }

    @Test func `the limit on open streams is counted for each account, over all its sessions`() async throws {
        let owners = [owner(1, 1), owner(2, 1)]
        let (third, other) = (owner(3, 1), owner(4, 2))
        try await EventLoop.with { loop in
            let streams = OpenStreams(on: loop, ViewVersions(), limitOfAccount: 2)
            let open = owners.map { owner in
                loop.task { _ = try? await streams.hold(for: owner) { try await loop.sleep(for: .seconds(3600)) } }
            }
            while streams.count < 2 { try await loop.turn() }
            #expect(!streams.mayOpen(for: third))
            #expect(streams.mayOpen(for: other))
            for task in open { task.cancel() }
            for task in open { await task.value }
            #expect(streams.count == 0 && streams.mayOpen(for: third))
        }
    }
}
