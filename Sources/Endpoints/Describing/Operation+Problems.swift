extension Operation {
    /// The problems that any request may get.
    static let problemsEverywhere: [Problem.Kind] = [
        .malformedRequest, .requestTimeout, .contentTooLarge, .uriTooLong, .expectationFailed, .tooManyRequests,
        .headerFieldsTooLarge, .internalError, .unavailable,
    ]

    /// The kinds of problems of a request that reaches no operation, because its path has no operation for its method
    /// or because the server does not serve its version of HTTP.
    static let problemsOfNone: [Problem.Kind] = [.methodNotAllowed, .versionNotSupported]

    /// Every kind of problem that an API may answer with.
    public static func everyProblem(of operations: [Operation]) -> [Problem.Kind] {
        OpenAPI.unique(operations.flatMap(\.allProblems) + problemsOfNone)
    }

    /// Every kind of problem that the operation may answer with: its own, those of its inputs and its access, and those
    /// of every request.
    public var allProblems: [Problem.Kind] {
        var kinds = Operation.problemsEverywhere
        if requiresAuthentication {
            kinds += [.unauthenticated, .tokenExpired, .sessionEnded, .forbidden]
            if case .roles = access { kinds.append(.sessionLocked) }
            if !isOpenToRestricted { kinds += [.sessionRestricted, .areaClosed] }
        }
        if movesRefreshTokens { kinds.append(.foreignPage) }
        if takesBearerToken { kinds.append(.unauthenticated) }
        if parameters.contains(where: { $0.place == .path }) { kinds.append(.notFound) }
        if body != nil || !upload.isEmpty { kinds.append(.unsupportedMediaType) }
        if !upload.isEmpty { kinds.append(.unsupportedUpload) }
        if method != .get { kinds += [.contention, .outcomeUnknown] }
        if idempotency != .none { kinds += [.idempotencyKeyReused, .answerNotKept] }
        if idempotency == .required { kinds.append(.preconditionRequired) }
        if hasETag { kinds.append(.preconditionFailed) }
        kinds += problems
        return OpenAPI.unique(kinds)
    }
}
