import Clinic
import Endpoints
import HTTPServer
import Identifiers

/// Polled answers as they were rendered last, so that a view that has not changed is rendered once for all who ask.
///
/// Touched on one loop alone.
package struct RenderedViews {
    /// All that an answer depends on besides the view's version.
    package struct Key: Hashable {
        let clinic: UUIDBytes
        let view: View
        let operation: String
        let target: String
        let role: Role
        let subject: UUIDBytes

        package init(
            _ view: View, in clinic: UUIDBytes, operation: String, target: String, role: Role, subject: UUIDBytes
        ) {
            self.clinic = clinic
            self.view = view
            self.operation = operation
            self.target = target
            self.role = role
            self.subject = subject
        }

        init(_ view: View, _ call: ServerCall, _ principal: Principal) {
            self.init(
                view, in: principal.clinic, operation: call.operation.id, target: call.request.target,
                role: principal.role, subject: principal.subject)
        }
    }

    /// Beyond so many bytes, all is rendered anew.
    private let limit: Int
    /// What an entry takes besides its content and its target, about: many small answers must not take more than few large.
    package static let entrySize = 512

    /// An answer, and whose data it shows.
    package struct Answer {
        package let bytes: [UInt8]
        let shown: AccessLog.Shown
        fileprivate let version: ViewVersion
    }

    private var rendered: [Key: Answer] = [:]
    /// Of all that is kept, in bytes.
    package private(set) var size = 0

    package init(limit: Int = 16 << 20) { self.limit = limit }

    package var count: Int { rendered.count }

    package func answer(_ key: Key, version: ViewVersion) -> Answer? {
        guard let known = rendered[key], known.version == version else { return nil }
        return known
    }

    package mutating func keep(_ bytes: [UInt8], _ shown: AccessLog.Shown, as key: Key, version: ViewVersion) {
        guard bytes.count <= limit / 16 else { return }
        let answer = Answer(bytes: bytes, shown: shown, version: version)
        if let known = rendered[key] { size -= Self.size(key, known) }
        size += Self.size(key, answer)
        if size > limit {
            rendered = [:]
            size = Self.size(key, answer)
        }
        rendered[key] = answer
    }

    private static func size(_ key: Key, _ answer: Answer) -> Int {
        answer.bytes.count + answer.shown.patients.count * 16 + key.target.utf8.count + entrySize
    }
}
