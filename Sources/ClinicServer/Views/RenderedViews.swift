import Clinic
import Endpoints
import Identifiers
import PostgresClient
import SQL

/// The bytes of the answer to a query of a view, and the patients whose data they show.
package struct ViewContent: Sendable {
    package let bytes: [UInt8]
    package let shown: AccessLog.Shown

    package init(_ bytes: [UInt8], _ shown: AccessLog.Shown) {
        self.bytes = bytes
        self.shown = shown
    }
}

/// A cache of the latest answer to each query of a polled view, so that callers of an unchanged view share one
/// rendering. An answer that is larger than a sixteenth of the cache's limit is not cached.
///
/// Use it on one loop only.
package struct RenderedViews {
    /// The key of a cached answer: the clinic, the operation and the query. Different requests with the same query
    /// share the answer.
    package struct Key: Hashable {
        let clinic: UUIDBytes
        let operation: String
        package let question: Statement

        package init(_ question: Statement, in clinic: UUIDBytes, operation: String) {
            self.clinic = clinic
            self.operation = operation
            self.question = question
        }

        package static func == (left: Key, right: Key) -> Bool {
            left.clinic == right.clinic && left.operation == right.operation
                && left.question.asksTheSame(as: right.question)
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(clinic)
            hasher.combine(question.binds)
        }
    }

    /// The size in bytes above which the whole cache of answers is dropped.
    private let limit: Int
    /// The approximate size in bytes of a cached answer besides its content. It is added to the size of the cache, so
    /// that many small answers cannot use more memory than a few large ones.
    package static let entrySize = 768

    private struct Kept {
        let content: ViewContent
        let version: ViewVersion
    }

    private var rendered: [Key: Kept] = [:]
    /// The approximate size of all cached answers in bytes.
    package private(set) var size = 0

    package init(limit: Int = 16 << 20) { self.limit = limit }

    package var count: Int { rendered.count }

    package func content(_ key: Key, version: ViewVersion) -> ViewContent? {
        guard let known = rendered[key], known.version == version else { return nil }
        return known.content
    }

    package mutating func keep(_ content: ViewContent, as key: Key, version: ViewVersion) {
        guard content.bytes.count <= limit / 16 else { return }
        if let known = rendered[key] { size -= Self.size(known.content) }
        size += Self.size(content)
        if size > limit {
            rendered = [:]
            size = Self.size(content)
        }
        rendered[key] = Kept(content: content, version: version)
    }

    private static func size(_ content: ViewContent) -> Int {
        content.bytes.count + content.shown.patients.count * 16 + entrySize
    }
}
