import Endpoints
import EventLoop
import EventStore
import Identifiers

/// Stores and reads the contents of patients' files on threads of its own, for all loops of a process.
package final class FileStore: Sendable {
    package let folder: FileFolder
    let settings: FileSettings
    private let pool: WorkerPool
    private let scans: WorkerPool
    let thumbnails: ThumbnailMaker
    /// The places for uploads. An upload keeps its place while its content arrives, which a client can make last, so the
    /// line keeps places free for clinics and persons who have none.
    private let uploads = FairLine(
        .init(
            places: FileStore.mostUploads, ofClinic: FileStore.mostUploads, ofPerson: FileStore.mostUploads, waiters: 0,
            waitersOfPerson: 0, keepsFree: true))
    private let pieces = FairLine(
        .init(places: 2, ofClinic: 2, ofPerson: 2, waiters: 1_024, waitersOfPerson: 256))
    /// A scan may take five minutes, so the others wait longer than in other lines.
    private let scanning = FairLine(
        .init(
            places: 2, ofClinic: 1, ofPerson: 1, waiters: FileStore.mostUploads, waitersOfPerson: FileStore.mostUploads),
        patience: .seconds(3_600))

    /// The maximum number of uploads in progress. Each upload takes about a megabyte of memory. One person alone can have
    /// a third of them, and one clinic half.
    private static let mostUploads = 96

    /// Creates the folder of contents, unless it exists, and deletes the contents whose writing a killed server did not
    /// complete.
    init(_ settings: FileSettings) throws {
        self.settings = settings
        folder = FileFolder(path: settings.folder)
        try folder.prepare()
        _ = try folder.removeParts()
        // Sealing and writing a large file takes a core's time. Bookings go first.
        pool = try WorkerPool(threads: 2, queueLimit: 1_024, name: "files", isBackground: true)
        scans = try WorkerPool(threads: 2, queueLimit: Self.mostUploads, name: "scan", isBackground: true)
        thumbnails = try ThumbnailMaker(program: settings.thumbnailProgram)
    }

    /// Runs `body` as one of a limited number of uploads.
    ///
    /// - Throws: 429 if the person or the clinic has too many uploads in progress.
    func uploading<Value>(for sharer: Sharer, _ body: () async throws -> Value) async throws -> Value {
        try await uploads.run(for: sharer, body)
    }

    /// Runs `body`, which reads or writes a piece of a content for a person, on a thread of the pool for files, when it
    /// is the person's turn.
    ///
    /// - Throws: the error of `body`; 429 or 503 if too much work waits.
    func run<Value: Sendable>(
        for sharer: Sharer, _ body: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await pieces.run(for: sharer) { try await run(body) }
    }

    /// Runs `body` on a thread of the pool for files.
    ///
    /// - Throws: the error of `body`; 503 if too much work waits for the pool.
    func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await Self.run(body, on: pool)
    }

    private static func run<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value, on pool: WorkerPool
    ) async throws -> Value {
        do { return try await pool.run { Result { try body() } }.get() } catch is WorkerPoolFull {
            throw Problem.unavailable()
        }
    }

    func begin(_ key: FileKey, salt: [UInt8], for sharer: Sharer) async throws -> ContentWriter {
        let path = "\(folder.incoming)/\(hexadecimal(FileKey.salt())).part"
        return try await run(for: sharer) { try ContentWriter(path, key, salt: salt) }
    }

    /// Completes the writing of a content, and stores the content under its address. This waits for the disk.
    func finish(_ writer: ContentWriter, for sharer: Sharer) async throws -> StoredContent {
        try await run(for: sharer) { [folder] in
            let content = try writer.finish()
            try folder.place(writer.path, at: content.address)
            return content
        }
    }

    /// Deletes a content whose writing is not complete.
    func discard(_ writer: ContentWriter) async { try? await run { try FileTree.remove(writer.path) } }

    /// Ends the storing of a content: keeps it or deletes it. If that fails, a later sweep does it.
    ///
    /// - Parameter writer: the writer of the content, which keeps the content locked until its storing has ended.
    func settle(_ content: StoredContent, isKept: Bool, _ writer: ContentWriter) async {
        try? await run { [folder] in
            try withExtendedLifetime(writer) { try folder.settle(content.address, isKept: isKept) }
        }
    }

    func open(_ address: String, for sharer: Sharer) async throws -> SealedFile {
        try await run(for: sharer) { [folder] in try SealedFile(folder.place(of: address)) }
    }

    /// Lets the scan program read a stored content.
    ///
    /// - Throws: a problem if the program objects to the content, or 503 if the program fails.
    func scan(_ content: StoredContent, _ key: FileKey, for sharer: Sharer) async throws {
        guard let command = settings.scanCommand else { return }
        let code = try await scanning.run(for: sharer) {
            try await Self.run(
                { [folder] in
                    let file = try SealedFile(folder.place(of: content.address))
                    var number = 0
                    return try ChildProgram.run(["/usr/bin/timeout", "300"] + command) {
                        guard number < file.pieces else { return nil }
                        number += 1
                        return try file.piece(number - 1, key)
                    }
                }, on: scans)
        }
        switch code {
        case 0: return
        case 1: throw Problem(.fileNotClean)
        default: throw Problem.unavailable()
        }
    }

    func close() {
        pool.close()
        scans.close()
        thumbnails.close()
    }
}

extension Problem.Kind {
    static let fileNotClean = Problem.Kind(
        "file-not-clean", 409, "The file may do harm",
        means: "The clinic's program that scans files has refused this one. It was not stored.",
        remedy: "Check where the file comes from.")
    static let filesNotStored = Problem.Kind(
        "files-not-stored", 503, "This server stores no files",
        means: "The server was started without a folder for files.",
        remedy: "Ask the operator to set `--files`.")
    static let contentDamaged = Problem.Kind(
        "content-damaged", 500, "The stored content is damaged or missing",
        means: "The content is not what was stored, so nothing of it is sent.",
        remedy: "Ask the operator to run `chairside files verify` and to restore the file from a backup.")
    static let contentGone = Problem.Kind(
        "content-gone", 410, "The content was removed or erased",
        means: "The clinic has removed the file, or the legal time for keeping it has passed.",
        remedy: "Nothing can restore it.")
}
