import Clinic
import Endpoints
import HTTPServer

/// Polls that one loop has taken apart before: an app asks for the same view as long as it is open, and what the same
/// principal asks for with the same target is the same.
///
/// Touched on one loop alone.
struct KnownPolls {
    final class Poll {
        let query: Dispatcher.Query
        /// What was answered last to who had it already.
        var unchanged: Unchanged?

        init(_ query: @escaping Dispatcher.Query) { self.query = query }
    }

    struct Unchanged {
        let view: View
        let version: ViewVersion
        /// The value of `If-None-Match`.
        let field: [UInt8]
        let answer: HTTPResponse
    }

    private struct Key: Hashable {
        let principal: Principal
        let target: ArraySlice<UInt8>

        func hash(into hasher: inout Hasher) {
            hasher.combine(principal.session)
            hasher.combine(target)
        }
    }

    private static let limit = 4_096
    private static let longestTarget = 256

    private var polls: [Key: Poll] = [:]

    func poll(_ request: HTTPRequest, by principal: Principal) -> Poll? {
        polls[Key(principal: principal, target: request.targetBytes)]
    }

    mutating func know(_ query: @escaping Dispatcher.Query, _ request: HTTPRequest, by principal: Principal) -> Poll? {
        guard request.targetBytes.count <= Self.longestTarget else { return nil }
        if polls.count >= Self.limit { polls = [:] }
        let poll = Poll(query)
        // The slice would hold the whole head.
        polls[Key(principal: principal, target: ArraySlice(Array(request.targetBytes)))] = poll
        return poll
    }
}
