import Endpoints
import EventLoop
import Printing
import Synchronization

/// Makes PDF files on a thread of its own, one after another. Up to 32 files may wait; further files are refused at
/// once.
final class PrintingRoom: Sendable {
    /// The printing thread starts with the first PDF file, since many servers never print.
    private let pool = Mutex<WorkerPool?>(nil)
    private static let mostWaiting = 32

    /// Makes a PDF file of the document.
    ///
    /// - Throws: 503 if too many files wait; 409 if the document is too long for a file.
    func pdf(_ document: PrintedDocument) async throws -> [UInt8] {
        let pool = try pool.withLock { pool in
            if let pool { return pool }
            let started = try WorkerPool(threads: 1, queueLimit: Self.mostWaiting, name: "print")
            pool = started
            return started
        }
        do {
            return try await pool.run { Result { () throws(PrintingError) in try document.pdf() } }.get()
        } catch is WorkerPoolFull {
            throw Problem.unavailable()
        } catch PrintingError.tooLarge {
            throw Problem(.documentTooLong)
        }
    }
}

extension Problem.Kind {
    static let documentTooLong = Problem.Kind(
        "document-too-long", 409, "The document is too long for a file",
        means: "A file has at most 2,000 lines.",
        remedy: "Choose fewer days.")
}
