/// An error in the declaration of endpoints: a programmer's mistake, found when the server starts.
public struct DeclarationError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}

/// Builds the tree of operations, and rejects operations that conflict with others.
struct RouteBuilder {
    private(set) var nodes = [RouteNode()]
    private var ids: Set<String> = []

    mutating func add(_ operation: Operation, _ index: Int) throws(DeclarationError) {
        try check(operation)
        var node = 0
        for segment in operation.path.segments {
            switch segment {
            case .literal(let text): node = child(of: node, literal: Array(text.utf8))
            case .parameter: node = parameterChild(of: node)
            }
        }
        let method = operation.method
        guard nodes[node].operations[method.index] < 0 else {
            throw DeclarationError("\(operation.id): another operation has \(method.rawValue) \(operation.path)")
        }
        nodes[node].operations[method.index] = index
        nodes[node].methods.insert(method)
    }

    private mutating func child(of node: Int, literal: [UInt8]) -> Int {
        if let known = nodes[node].literals.first(where: { $0.bytes == literal }) { return known.child }
        nodes.append(RouteNode())
        nodes[node].literals.append(RouteNode.Literal(bytes: literal, child: nodes.count - 1))
        return nodes.count - 1
    }

    private mutating func parameterChild(of node: Int) -> Int {
        if let known = nodes[node].parameter { return known }
        nodes.append(RouteNode())
        nodes[node].parameter = nodes.count - 1
        return nodes.count - 1
    }

    private mutating func check(_ operation: Operation) throws(DeclarationError) {
        guard ids.insert(operation.id).inserted else {
            throw DeclarationError("two operations are called \(operation.id)")
        }
        guard operation.method != .head, operation.method != .options else {
            throw DeclarationError("\(operation.id): HEAD and OPTIONS come by themselves")
        }
        guard !operation.answers.isEmpty else { throw DeclarationError("\(operation.id): no answer") }
        let template = operation.path.parameters
        guard template.count <= PathArguments.most else {
            throw DeclarationError("\(operation.id): more than \(PathArguments.most) parameters in the path")
        }
        let declared = operation.parameters.filter { $0.place == .path }.map(\.name)
        guard Set(template).count == template.count, Set(declared) == Set(template), declared.count == template.count
        else {
            throw DeclarationError("\(operation.id): the path's parameters are \(template), declared are \(declared)")
        }
        let names = operation.parameters.map { "\($0.place) \($0.name)" }
        guard Set(names).count == names.count else { throw DeclarationError("\(operation.id): a parameter twice") }
        guard operation.body == nil || operation.method != .get else {
            throw DeclarationError("\(operation.id): GET takes no body")
        }
        guard operation.idempotency == .none || operation.method != .get else {
            throw DeclarationError("\(operation.id): GET needs no Idempotency-Key")
        }
        guard operation.caching == .noStore || operation.method == .get else {
            throw DeclarationError("\(operation.id): only what GET answers can be cached")
        }
    }
}
