import Clinic
import Endpoints

/// What an endpoint of the server yields: the clinic's values, or work that is done with the loop's services.
enum ServerAction: Sendable {
    typealias Work = @Sendable (LoopServices, ServerCall) async throws -> WorkAnswer

    case clinic(ClinicAction)
    case work(Work)
    /// What is always the same.
    case kept(@Sendable (LoopServices) -> KeptAnswer)
}

/// An answer that is made once, with its version, and shared by all who ask.
struct KeptAnswer: Sendable {
    let bytes: [UInt8]
    let etag: EntityTag

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        etag = EntityTag(content: bytes)
    }
}

/// What work came to; no body for 204.
struct WorkAnswer: Sendable {
    let status: Int
    let body: [UInt8]
    let etag: EntityTag?
    let location: String?
    /// Of a body that is not JSON.
    let mediaType: String?

    init(
        _ status: Int, _ body: [UInt8] = [], etag: EntityTag? = nil, location: String? = nil,
        mediaType: String? = nil
    ) {
        self.status = status
        self.body = body
        self.etag = etag
        self.location = location
        self.mediaType = mediaType
    }
}
