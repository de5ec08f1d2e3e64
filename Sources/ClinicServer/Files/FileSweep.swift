import EventLoop
import EventSourcing
import Logging
import PostgresClient
import SQL

/// Deletes the contents of removed and erased files, and what killed servers have left behind in the folder of
/// contents.
///
/// Every server sweeps. If two servers sweep at once, the later one finds nothing to delete. A content that no file
/// names is not deleted here, since a database that was restored from an old backup knows fewer files: `chairside files
/// verify` reports it.
package final class FileSweep {
    private let services: LoopServices
    private let files: FileStore
    private var work: Task<Void, Never>?
    private var hasFailed = false
    /// The number, 0 to 255, of the inner folder of the folder of contents that the sweep's next step looks into.
    private var next = 0

    /// The pause between two steps of the sweep of contents. Each step looks into one of the 256 inner folders of the
    /// folder of contents, so the sweep looks into all of them every four hours or so.
    private static let pause = Duration.seconds(60)

    package init(_ services: LoopServices, _ files: FileStore) {
        self.services = services
        self.files = files
    }

    func start() {
        services.loop.preconditionCurrent()
        work = services.loop.task { [self] in
            while !Task.isCancelled {
                do {
                    try await step(at: .now)
                    hasFailed = false
                } catch { report(error) }
                _ = try? await services.loop.sleep(for: Self.pause)
            }
        }
    }

    /// Stops the sweep of contents, after the step in progress.
    func stop() async {
        work?.cancel()
        await work?.value
    }

    /// One step of the sweep. Ends the storing of the contents that killed servers have left behind, and deletes the
    /// contents of removed and erased files in the next of the 256 inner folders of the folder of contents.
    package func step(at now: Instant) async throws {
        files.thumbnails.forgetOld(at: now)
        let prefix = hexadecimal([UInt8(truncatingIfNeeded: next)])
        next = (next + 1) % 256
        let folder = files.folder
        let (leftBehind, addresses) = try await files.run {
            _ = try folder.removeParts()
            return try (folder.leftBehind(at: now.secondsSince1970), folder.addresses(in: prefix))
        }
        if !leftBehind.isEmpty {
            let named = try await find("SELECT address FROM file WHERE address = ANY(\(leftBehind))")
            try await files.run { try folder.settle(leftBehind, named: Set(named)) }
        }
        for start in stride(from: 0, to: addresses.count, by: 1_000) {
            let some = Array(addresses[start..<min(start + 1_000, addresses.count)])
            let gone = try await find("SELECT address FROM file WHERE address = ANY(\(some)) AND status <> 'stored'")
            try await files.run { for address in gone { try folder.remove(address) } }
        }
    }

    private func find(_ statement: Statement) async throws -> [String] {
        try await services.reads.perform(statement, effect: .reads).map { try $0.text(0) }
    }

    private func report(_ error: any Error) {
        guard !Task.isCancelled else { return }
        services.logger.log(
            level: hasFailed ? .debug : .warning, "the folder of files cannot be swept",
            metadata: ["reason": "\(error)"])
        hasFailed = true
    }
}
