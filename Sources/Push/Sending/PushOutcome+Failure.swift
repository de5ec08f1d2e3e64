import HTTPClient

extension PushOutcome {
    /// The outcome of an attempt without a complete answer. The message is sent again with the same id, even if the
    /// service may have processed it.
    init(_ failure: ClientFailure) {
        switch failure {
        case .forbiddenAddress: self = .refused(reason: "\(failure)")
        case .unreachable, .queueFull, .notProcessed, .timeout, .connectionLost, .streamReset, .responseTooLarge,
            .cancelled:
            self = .retry(after: nil, reason: "\(failure)")
        }
    }
}

/// The reason that a push service gave for its answer, as a text that may be logged and stored: at most 64 ASCII
/// letters, digits and underscores.
struct NamedReason {
    let text: String

    /// Makes the reason of an outcome from the reason that a push service has named.
    ///
    /// - Parameter status: the answer's status. It is the reason if the service has named none.
    init(_ given: String?, status: Int) {
        let kept = (given ?? "").filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }.prefix(64)
        text = kept.isEmpty ? "status \(status)" : String(kept)
    }
}
