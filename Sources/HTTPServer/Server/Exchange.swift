/// A request of a connection that has not been answered completely.
final class Exchange {
    enum State {
        /// The handler of the exchange's request is running.
        case waiting
        /// The answer is ready, but the answers to the connection's earlier requests must be sent first.
        case ready(HTTPResponse)
        /// A task is producing the answer's body piece by piece.
        case producing
    }

    var state: State
    let isSafe: Bool
    var shape: AnswerShape
    /// The request's body, if the request's handler reads the body while it arrives; otherwise `nil`.
    let upload: IncomingBody?
    /// The task that runs the request's handler or the producer of the answer's body; cancelled when the connection
    /// closes.
    var task: Task<Void, Never>?

    /// The size in bytes of the answer's body if the answer is ready and waits for earlier answers; otherwise 0.
    var unsentBytes: Int {
        if case .ready(let response) = state, case .bytes(let bytes) = response.body { bytes.count } else { 0 }
    }

    init(_ state: State, isSafe: Bool, shape: AnswerShape, upload: IncomingBody? = nil) {
        self.upload = upload
        self.state = state
        self.isSafe = isSafe
        self.shape = shape
    }
}
