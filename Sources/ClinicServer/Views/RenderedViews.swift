import Clinic
import Endpoints
import HTTPServer
import Identifiers

/// Polled answers as they were rendered last, so that a view that has not changed is rendered once for all who ask.
///
/// Touched on one loop alone.
struct RenderedViews {
    /// All that an answer depends on besides the view's version.
    struct Key: Hashable {
        let clinic: UUIDBytes
        let view: View
        let operation: String
        let target: String
        let role: Role
        let subject: UUIDBytes

        init(_ view: View, _ call: ServerCall, _ principal: Principal) {
            clinic = principal.clinic
            self.view = view
            operation = call.operation.id
            target = call.request.target
            role = principal.role
            subject = principal.subject
        }
    }

    /// Beyond so many bytes, all is rendered anew.
    private static let limit = 16 << 20
    /// What an entry takes besides its content and its target, about: many small answers must not take more than few large.
    private static let entrySize = 512

    private var rendered: [Key: (version: Int64, bytes: [UInt8])] = [:]
    private var size = 0

    func bytes(_ key: Key, version: Int64) -> [UInt8]? {
        guard let known = rendered[key], known.version == version else { return nil }
        return known.bytes
    }

    mutating func keep(_ bytes: [UInt8], as key: Key, version: Int64) {
        guard bytes.count <= Self.limit / 16 else { return }
        if let known = rendered[key] { size -= Self.size(key, known.bytes) }
        size += Self.size(key, bytes)
        if size > Self.limit {
            rendered = [:]
            size = Self.size(key, bytes)
        }
        rendered[key] = (version, bytes)
    }

    private static func size(_ key: Key, _ bytes: [UInt8]) -> Int {
        bytes.count + key.target.utf8.count + entrySize
    }
}
