/// An unanswered request, in its place among those of its connection.
final class Exchange {
    enum State {
        /// The handler is running.
        case waiting
        /// The answer is ready, but earlier ones come first.
        case ready(HTTPResponse)
        /// The body is being produced.
        case producing
    }

    var state: State
    let isSafe: Bool
    var shape: AnswerShape
    /// The handler's or the producer's; cancelled when the client goes away.
    var task: Task<Void, Never>?

    /// For an answer that waits for earlier ones.
    var unsentBytes: Int {
        if case .ready(let response) = state, case .bytes(let bytes) = response.body { bytes.count } else { 0 }
    }

    init(_ state: State, isSafe: Bool, shape: AnswerShape) {
        self.state = state
        self.isSafe = isSafe
        self.shape = shape
    }
}
