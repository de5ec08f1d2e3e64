/// A request of a connection that has not been answered completely.
final class Exchange {
    enum State {
        /// The request's handler is running.
        case waiting
        /// The answer is ready, but earlier ones must be sent first.
        case ready(HTTPResponse)
        /// The answer's body is being produced.
        case producing
    }

    var state: State
    let isSafe: Bool
    var shape: AnswerShape
    /// The task of the handler or of the body's producer; cancelled when the client disconnects.
    var task: Task<Void, Never>?

    /// The number of unsent bytes of an answer that waits for earlier ones.
    var unsentBytes: Int {
        if case .ready(let response) = state, case .bytes(let bytes) = response.body { bytes.count } else { 0 }
    }

    init(_ state: State, isSafe: Bool, shape: AnswerShape) {
        self.state = state
        self.isSafe = isSafe
        self.shape = shape
    }
}
