/// The progress of decoding one JSON object. The object's members usually come in the order of the codec's fields, so
/// the search for a field begins at the member after the last one found.
@usableFromInline struct ObjectReading {
    @usableFromInline let context: DecodingContext
    private let tag: Int
    private let first: Int
    private let count: Int
    private var cursor: Int
    private var visited = 0
    private var found = 0

    @usableFromInline init(_ source: JSONSource, _ node: Int, _ context: DecodingContext) throws(DecodingProblem) {
        let token = source.token(node)
        guard token.kind == .object else { throw .wrongType("an object") }
        var inner = context
        inner.tag = -1
        self.context = inner
        tag = context.tag
        first = node + 2
        count = token.count
        cursor = first
    }

    /// The index of the token of the value of the object's member with the given name; `nil` if there is no such
    /// member.
    @usableFromInline mutating func find(_ name: [UInt8], _ source: JSONSource) -> Int? {
        if visited < count, cursor + 1 == tag { advance(source) }
        if visited < count, source.matches(source.token(cursor), name) {
            let node = cursor + 1
            advance(source)
            found += 1
            return node
        }
        guard let node = source.member(name, of: first - 2) else { return nil }
        found += 1
        // The next search begins at the member after the found one, where the next field probably is. `cursor` never
        // moves back: it stays if the found member is before `cursor`.
        if node > cursor {
            cursor = next(source.tape, node)
            visited = count - remaining(source, from: cursor)
        }
        return node
    }

    private mutating func advance(_ source: JSONSource) {
        cursor = next(source.tape, cursor + 1)
        visited += 1
    }

    private func remaining(_ source: JSONSource, from index: Int) -> Int {
        var index = index
        var remaining = 0
        let end = source.token(first - 2).low
        while index < end {
            index = next(source.tape, index + 1)
            remaining += 1
        }
        return remaining
    }

    /// Whether the object has members that no field has read and that must be reported.
    @usableFromInline var hasUnknown: Bool {
        context.unknownMembers == .refused && found + (tag >= 0 ? 1 : 0) < count
    }

    /// The issue that the decoded JSON object has members for which the codec has no field; no issue if it has none.
    /// The members' names came from the client, so the issue does not repeat them.
    @usableFromInline func unknownMembers(_ known: [[UInt8]], _ source: JSONSource) -> [DecodingProblem.Issue] {
        guard context.unknownMembers == .refused else { return [] }
        var issues: [DecodingProblem.Issue] = []
        var index = first
        for _ in 0..<count {
            let token = source.token(index)
            if index + 1 != tag, !known.contains(where: { source.matches(token, $0) }), issues.isEmpty {
                issues.append(
                    DecodingProblem.Issue(
                        code: "unknown_member", detail: "only these members: \(Self.list(known))"))
            }
            index = next(source.tape, index + 1)
        }
        return issues
    }

    private static func list(_ names: [[UInt8]]) -> String {
        names.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ", ")
    }
}
