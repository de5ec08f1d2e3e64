import Endpoints
import HTTPServer

/// The maximum sizes of bodies for the operations that accept more than the server's general limit.
struct BodyLimits: Sendable {
    private let entries: [(method: String, path: [UInt8], limit: Int)]

    /// Collects the limits that operations have of their own.
    ///
    /// - Precondition: the paths of these operations have no parameters.
    init(of operations: [Operation]) {
        entries = operations.compactMap { operation in
            operation.bodyLimit.map { limit in
                precondition(operation.path.parameters.isEmpty, "\(operation.id) has a parameter in its path")
                return (operation.method.rawValue, Array(operation.path.text.utf8), limit)
            }
        }
    }

    /// The maximum size of a request's body in bytes; `nil` if the server's general limit applies.
    func limit(of request: HTTPRequest) -> Int? {
        entries.first { $0.path.elementsEqual(request.pathBytes) && $0.method == request.method.rawValue }?.limit
    }

    /// The limits of the server's HTTP listeners.
    static let http: HTTPLimits = {
        let bodies = BodyLimits(of: ServerAPI.operations)
        var limits = HTTPLimits()
        limits.bodyFor = { bodies.limit(of: $0) }
        return limits
    }()
}
