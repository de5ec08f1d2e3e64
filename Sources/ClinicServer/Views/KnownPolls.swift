import Clinic
import Endpoints
import HTTPServer

/// The polls that one loop has decoded before. Apps repeat the same poll often. The query depends only on the principal
/// and the target, so a repeated poll need not be decoded again.
///
/// Use it on one loop only.
struct KnownPolls {
    final class Poll {
        let query: Dispatcher.Query
        /// The last 304 answer to this poll, with the version of the view for which it was given.
        var unchanged: Unchanged?

        init(_ query: @escaping Dispatcher.Query) { self.query = query }
    }

    struct Unchanged {
        let view: View
        let version: ViewVersion
        /// The value of the `If-None-Match` field of the poll that got this 304 answer.
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
        // The request target is copied, since a slice would keep the whole request head in memory.
        polls[Key(principal: principal, target: ArraySlice(Array(request.targetBytes)))] = poll
        return poll
    }
}
