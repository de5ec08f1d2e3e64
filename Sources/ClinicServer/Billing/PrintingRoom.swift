import Endpoints
import EventLoop
import Printing

/// Makes PDF files on a thread of its own with a low priority, one after another. Up to 32 files may wait; further files are refused at
/// once.
final class PrintingRoom: Sendable {
    private let worker = LateWorker(queueLimit: 32, name: "print", isBackground: true)

    /// Makes a PDF file of the document.
    ///
    /// - Throws: 503 if too many files wait; 409 if the document is too long for a file.
    func pdf(_ document: PrintedDocument) async throws -> [UInt8] {
        do {
            return try await worker.run { Result { () throws(PrintingError) in try document.pdf() } }.get()
        } catch is WorkerPoolFull {
            throw Problem.unavailable()
        } catch PrintingError.tooLarge {
            throw Problem(.documentTooLong)
        }
    }

    func close() { worker.close() }
}

extension Problem.Kind {
    static let documentTooLong = Problem.Kind(
        "document-too-long", 409, "The document is too long for a file",
        means: "A file has at most 2,000 lines or paragraphs, and at most 400,000 bytes of text.",
        remedy: "Choose fewer days. Of a whole record, get the data as JSON or as a page.")
}
