import Endpoints
import EventLoop
import EventSourcing
import EventStore
import Synchronization

/// Makes thumbnails of stored images, one after another. Each image is decoded in a process of its own, `chairside
/// thumbnail`, so that a hostile image can harm that process only.
///
/// Clinics take turns, and within a clinic its patients do. The thumbnails of the last minutes stay in memory, and so
/// does which contents have none: a failure costs a process as well.
final class ThumbnailMaker: Sendable {
    private let command: [String]
    private let pool: WorkerPool
    private let line = FairLine(
        .init(
            places: 1, ofClinic: 1, ofPerson: 1, waiters: ThumbnailMaker.mostWaiting,
            waitersOfPerson: ThumbnailMaker.mostWaiting))
    private let made = Mutex<[String: Made]>([:])

    private struct Made {
        /// The thumbnail; `nil` if there is none of the content.
        let bytes: [UInt8]?
        let at: Instant
    }

    /// The maximum number of thumbnails that wait to be made. Further requests get 503.
    private static let mostWaiting = 64
    /// The maximum number of thumbnails in memory.
    private static let mostMade = 256
    /// The maximum size of a thumbnail in bytes. JPEG images of 256 times 256 pixels are smaller.
    private static let mostBytes = 256 << 10
    /// The number of minutes for which a thumbnail stays in memory.
    private static let minutes: Int64 = 5

    init(program: String) throws {
        // A child process that does not make a thumbnail within 20 seconds is killed.
        command = ["/usr/bin/timeout", "-s", "KILL", "20", program, "thumbnail"]
        pool = try WorkerPool(threads: 1, queueLimit: Self.mostWaiting, name: "thumbnail")
    }

    /// Makes the thumbnail of a stored image, or takes it from memory.
    ///
    /// - Parameter sharer: the clinic and the patient of the image.
    /// - Throws: 409 if the content cannot be decoded; 503 if too many thumbnails wait, or the program does not start.
    func thumbnail(
        of file: SealedFile, _ key: FileKey, address: String, for sharer: Sharer, at now: Instant
    ) async throws -> [UInt8] {
        if let known = made.withLock({ $0[address] }) { return try Self.answer(known) }
        return try await line.run(for: sharer) {
            // Another request for the same image may have had its turn before.
            if let known = made.withLock({ $0[address] }) { return try Self.answer(known) }
            return try await make(of: file, key, address: address, at: now)
        }
    }

    private static func answer(_ made: Made) throws -> [UInt8] {
        guard let bytes = made.bytes else { throw Problem(.noThumbnail) }
        return bytes
    }

    private func make(of file: SealedFile, _ key: FileKey, address: String, at now: Instant) async throws -> [UInt8] {
        let (code, bytes): (Int32, [UInt8])
        do {
            (code, bytes) = try await pool.run { [command] in
                Result {
                    var number = 0
                    return try ChildProgram.output(of: command, limit: Self.mostBytes) {
                        guard number < file.pieces else { return nil }
                        number += 1
                        return try file.piece(number - 1, key)
                    }
                }
            }.get()
        } catch is WorkerPoolFull {
            throw Problem.unavailable()
        }
        // The program `timeout` ends with the exit code 126 or 127 if it cannot start the program that makes
        // thumbnails.
        guard code != 126, code != 127 else { throw Problem.unavailable() }
        let thumbnail = Made(bytes: code == 0 && !bytes.isEmpty ? bytes : nil, at: now)
        made.withLock { made in
            if made.count >= Self.mostMade, let oldest = made.min(by: { $0.value.at < $1.value.at })?.key {
                made[oldest] = nil
            }
            made[address] = thumbnail
        }
        return try Self.answer(thumbnail)
    }

    /// Removes the thumbnails from memory that were made more than five minutes ago.
    func forgetOld(at now: Instant) {
        let oldest = now.adding(minutes: -Self.minutes)
        made.withLock { made in made = made.filter { $0.value.at >= oldest } }
    }

    func close() { pool.close() }
}

extension Problem.Kind {
    static let noThumbnail = Problem.Kind(
        "no-thumbnail", 409, "There is no thumbnail of this file",
        means: """
            The file is no PNG or JPEG image, is damaged, or has more than 64 megabytes or 50 megapixels.
            """,
        remedy: "Show a symbol for the file's type. The link without `size` gives the content.")
}
