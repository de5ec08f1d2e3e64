/// Finds the endpoint for a method and a path, byte by byte. For a path that it finds, it allocates no memory, unless
/// the path is percent-encoded.
///
/// A literal segment is tried before a parameter.
public struct Router: Sendable {
    public enum Match: Sendable {
        /// An operation was found: its index in the router's list, and the path's arguments.
        case found(Int, PathArguments)
        /// The request is OPTIONS for a path that exists. The answer is 204 with the given value of `Allow`.
        case options(allow: String)
        /// The path exists for other methods. The answer is 405 with the given value of `Allow`.
        case methodNotAllowed(allow: String)
        case notFound
    }

    private let nodes: [RouteNode]
    private let parameterNames: [[String]]
    /// All HTTP methods that any path accepts, for the answer to `OPTIONS *`.
    private let allMethods: String

    /// Builds a router.
    ///
    /// - Throws: `DeclarationError` for operations that are declared wrongly or conflict.
    public init(_ operations: [Operation]) throws(DeclarationError) {
        var builder = RouteBuilder()
        for (index, operation) in operations.enumerated() { try builder.add(operation, index) }
        nodes = builder.nodes
        var methods = MethodSet()
        for operation in operations { methods.insert(operation.method) }
        allMethods = methods.field
        parameterNames = operations.map(\.path.parameters)
    }

    /// Finds the operation for a request.
    ///
    /// - Parameters:
    ///   - path: the path as sent, without the query.
    ///   - method: the request's method. HEAD finds GET's operation if there is none for HEAD itself.
    public func match(_ method: Method, _ path: ArraySlice<UInt8>) -> Match {
        var path = path
        if path.contains(UInt8(ascii: "%")) {
            // An encoded slash in a path is not a separator, and no segment of the API's paths contains a slash. So a
            // path with an encoded slash matches no operation.
            guard let decoded = percentDecoded(path), isUTF8(decoded),
                decoded.count(where: { $0 == UInt8(ascii: "/") }) == path.count(where: { $0 == UInt8(ascii: "/") })
            else { return .notFound }
            path = decoded[...]
        }
        guard path.first == UInt8(ascii: "/") else {
            // `OPTIONS *` asks about the server as a whole (RFC 9110 §9.3.7).
            return method == .options && path.elementsEqual("*".utf8) ? .options(allow: allMethods) : .notFound
        }
        var search = RouteSearch(method: method)
        if let leaf = search.find(nodes, 0, path, from: path.startIndex + 1, depth: 0) {
            return .found(
                leaf, PathArguments(path: path, names: parameterNames[leaf], ranges: search.ranges))
        }
        guard !search.allowed.isEmpty else { return .notFound }
        return method == .options
            ? .options(allow: search.allowed.field) : .methodNotAllowed(allow: search.allowed.field)
    }
}

/// The HTTP methods that operations accept for a path.
struct MethodSet: Hashable, Sendable {
    private(set) var bits: UInt8 = 0

    var isEmpty: Bool { bits == 0 }

    mutating func formUnion(_ other: MethodSet) { bits |= other.bits }
    mutating func insert(_ method: Method) { bits |= MethodSet.bit(method) }
    func contains(_ method: Method) -> Bool { bits & MethodSet.bit(method) != 0 }

    /// The value of the header field `Allow`. HEAD comes with GET, and OPTIONS is always included.
    var field: String {
        Method.allCases.filter {
            contains($0) || $0 == .options || ($0 == .head && contains(.get))
        }.map(\.rawValue).joined(separator: ", ")
    }

    private static func bit(_ method: Method) -> UInt8 { 1 << UInt8(method.index) }
}

extension Method {
    var index: Int {
        switch self {
        case .get: 0
        case .head: 1
        case .post: 2
        case .put: 3
        case .patch: 4
        case .delete: 5
        case .options: 6
        }
    }
}
