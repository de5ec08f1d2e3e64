import EventLoop

/// A caller that waits on a loop for the answer to a database call, for a connection, or for exclusive use of a
/// connection.
@safe
class Waiter<Value: Sendable> {
    private var continuation: UnsafeContinuation<Result<Value, PostgresError>, Never>?
    private var early: Result<Value, PostgresError>?
    private(set) final var isAnswered = false

    /// Waits until another function of the loop passes the answer to `answer`. Must be called only once.
    ///
    /// The continuation's body checks whether the answer has already arrived. An earlier check would not be enough:
    /// other tasks may run on the loop before the body does, and the answer may arrive meanwhile.
    final func wait() async -> Result<Value, PostgresError> {
        unsafe await withUnsafeContinuation { continuation in
            if let early {
                unsafe continuation.resume(returning: early)
            } else {
                unsafe self.continuation = unsafe continuation
            }
        }
    }

    /// Waits for the answer, and returns or throws it. If the waiting task is cancelled before the answer arrives,
    /// `cancel` runs on the loop.
    final func outcome(
        on loop: EventLoop, cancel: @escaping () -> Void
    ) async throws(PostgresError) -> Value {
        try await loop.withCancellation({ await wait() }, onCancel: cancel).get()
    }

    /// Resumes the waiting caller with its answer. Later answers are ignored.
    final func answer(_ outcome: Result<Value, PostgresError>) {
        guard !isAnswered else { return }
        isAnswered = true
        if let waiting = unsafe continuation {
            unsafe continuation = nil
            unsafe waiting.resume(returning: outcome)
        } else {
            early = outcome
        }
    }

    final func succeed(_ value: Value) { answer(.success(value)) }
    final func fail(_ error: PostgresError) { answer(.failure(error)) }
}
