import JSON

/// The preconditions of a request: `If-Match` and `If-None-Match` (RFC 9110 §13).
public struct Preconditions: Hashable, Sendable {
    public let ifMatch: EntityTagCondition?
    public let ifNoneMatch: EntityTagCondition?

    public static let none = Preconditions(ifMatch: nil, ifNoneMatch: nil)

    public init(ifMatch: EntityTagCondition?, ifNoneMatch: EntityTagCondition? = nil) {
        self.ifMatch = ifMatch
        self.ifNoneMatch = ifNoneMatch
    }

    /// Reads the preconditions of a request.
    ///
    /// - Parameters:
    ///   - isSafe: whether the request only reads. A malformed `If-None-Match` of such a request is ignored, which
    ///     costs only a longer answer.
    ///   - field: the value of a header field by its name in lower case, with commas between its lines.
    /// - Throws: 400 for a field that is neither `*` nor a list of entity tags. Ignoring the field would perform a
    ///   request that the client wants only under this condition.
    public init(isSafe: Bool, _ field: (String) -> ArraySlice<UInt8>?) throws(Problem) {
        ifMatch = try Self.condition("If-Match", field("if-match"))
        do throws(Problem) { ifNoneMatch = try Self.condition("If-None-Match", field("if-none-match")) } catch {
            guard isSafe else { throw error }
            ifNoneMatch = nil
        }
    }

    private static func condition(_ name: String, _ value: ArraySlice<UInt8>?) throws(Problem) -> EntityTagCondition? {
        guard let value else { return nil }
        guard let condition = EntityTagCondition(value) else {
            throw .malformed([
                InputIssue(.header, "/" + name, code: "bad_format", detail: "entity tags in quotation marks, or *")
            ])
        }
        return condition
    }

    public var isEmpty: Bool { ifMatch == nil && ifNoneMatch == nil }

    /// Whether the client's preconditions permit a change of an entity of this version.
    ///
    /// - Parameter version: the entity's version; `nil` if it does not exist yet.
    public func permit(version: Int64?) -> Bool {
        guard let version else { return ifMatch == nil }
        if let ifMatch, !ifMatch.namesStrongly(version) { return false }
        if let ifNoneMatch, ifNoneMatch.namesWeakly(version) { return false }
        return true
    }

    /// Checks the preconditions for a change of an entity.
    ///
    /// - Throws: 412 with the entity's version.
    public func check(version: Int64?) throws(Problem) {
        guard permit(version: version) else { throw .preconditionFailed(version: version) }
    }

    public enum Reading: Hashable, Sendable {
        case show
        /// The answer is 304, since the client has the entity's present version.
        case notModified
        /// The answer is 412, since a precondition failed.
        case failed
    }

    /// The result of the preconditions for a reading request, in the order of RFC 9110 §13.2.2.
    ///
    /// - Parameter tag: the entity tag of the full answer.
    public func reading(_ tag: EntityTag) -> Reading {
        if let ifMatch, !ifMatch.matchesStrongly(tag) { return .failed }
        if let ifNoneMatch, ifNoneMatch.matchesWeakly(tag) { return .notModified }
        return .show
    }
}

extension Problem {
    /// The problem 412 of a failed precondition.
    ///
    /// - Parameter version: the entity's version, if it exists.
    public static func preconditionFailed(version: Int64?) -> Problem {
        let problem = Problem(.preconditionFailed)
        return version.map { problem.with("version", $0, .int64) } ?? problem
    }
}
