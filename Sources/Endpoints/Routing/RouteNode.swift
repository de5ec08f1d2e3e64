/// A node in the tree of all paths. Each segment of a path leads to one node.
struct RouteNode: Sendable {
    struct Literal: Sendable {
        let bytes: [UInt8]
        let child: Int
    }

    var literals: [Literal] = []
    var parameter: Int?
    /// The indexes of the operations whose paths end at this node, by `Method.index`; -1 if a method has no operation.
    var operations = InlineArray<7, Int>(repeating: -1)
    var methods = MethodSet()
}

/// The state of a search through the tree of paths for one request.
struct RouteSearch {
    let method: Method
    var ranges = InlineArray<4, Range<Int>>(repeating: 0..<0)
    /// The HTTP methods of every node that matches the path, for the header field `Allow`.
    var allowed = MethodSet()

    init(method: Method) { self.method = method }

    /// Searches the tree for the operation of a path, and returns the operation's index; `nil` if there is none.
    ///
    /// - Parameters:
    ///   - start: the index at which the next segment begins.
    ///   - depth: the number of parameters found so far.
    mutating func find(
        _ nodes: [RouteNode], _ node: Int, _ path: ArraySlice<UInt8>, from start: Int, depth: Int
    ) -> Int? {
        var end = start
        while end < path.endIndex, path[end] != UInt8(ascii: "/") { end += 1 }
        for literal in nodes[node].literals where fits(literal.bytes, path, start..<end) {
            if let leaf = enter(nodes, literal.child, path, end, depth: depth) { return leaf }
            break
        }
        guard let parameter = nodes[node].parameter, end > start else { return nil }
        ranges[depth] = start..<end
        return enter(nodes, parameter, path, end, depth: depth + 1)
    }

    private mutating func enter(
        _ nodes: [RouteNode], _ node: Int, _ path: ArraySlice<UInt8>, _ end: Int, depth: Int
    ) -> Int? {
        if end < path.endIndex { return find(nodes, node, path, from: end + 1, depth: depth) }
        allowed.formUnion(nodes[node].methods)
        let own = nodes[node].operations[method.index]
        if own >= 0 { return own }
        guard method == .head else { return nil }
        let get = nodes[node].operations[Method.get.index]
        return get >= 0 ? get : nil
    }

    private func fits(_ bytes: [UInt8], _ path: ArraySlice<UInt8>, _ range: Range<Int>) -> Bool {
        guard bytes.count == range.count else { return false }
        for offset in 0..<bytes.count where bytes[offset] != path[range.lowerBound + offset] { return false }
        return true
    }
}
