import EventLoop

/// A request of a client and its answer, until the caller of `send` has got the result.
final class ClientExchange {
    let request: ClientRequest
    var continuation: CheckedContinuation<Result<ClientResponse, ClientFailure>, Never>?
    var deadline: Deadline?
    /// The connection and the stream on which the client last sent the request; `nil` while the request waits.
    var place: (connection: ClientConnection, stream: Int32)?
    /// The number of times that the client has sent the request.
    var attempts = 0
    /// The number of bytes of the request's body that nghttp2 has taken.
    private var taken = 0
    private var head = ResponseHead()
    private var body: [UInt8] = []
    private(set) var isOver = false

    init(_ request: ClientRequest) {
        self.request = request
    }

    /// Whether a part of the answer has arrived.
    var hasAnswer: Bool { head.size > 0 }

    func beginAttempt(on connection: ClientConnection, _ stream: Int32) {
        place = (connection, stream)
        attempts += 1
        taken = 0
    }

    /// Copies the next bytes of the request's body to `target`.
    func takeBody(into target: UnsafeMutableRawBufferPointer) -> (count: Int, isLast: Bool) {
        let count = min(request.body.count - taken, target.count)
        unsafe request.body.withUnsafeBytes { body in
            let part = unsafe UnsafeRawBufferPointer(rebasing: body[taken..<taken + count])
            unsafe target.copyMemory(from: part)
        }
        taken += count
        return (count, taken == request.body.count)
    }

    /// Adds a header field of the answer. Returns `false` if the fields are too large.
    func add(_ name: RawSpan, _ value: RawSpan, _ limits: ClientLimits) -> Bool {
        head.add(name, value)
        return head.size <= limits.responseFields
    }

    func headEnds() { head.end() }

    /// Adds bytes of the answer's body. Returns `false` if the body is too large.
    func add(_ bytes: RawSpan, _ limits: ClientLimits) -> Bool {
        guard body.count + bytes.byteCount <= limits.responseBody else { return false }
        unsafe bytes.withUnsafeBytes { unsafe body.append(contentsOf: $0) }
        return true
    }

    /// Ends the exchange with the complete answer.
    func answerEnds() {
        guard head.isComplete, head.status != nil else { return end(.failure(.connectionLost)) }
        end(.success(ClientResponse(head, body: body)))
    }

    /// Ends the exchange with its first result. Later results are ignored.
    func end(_ result: Result<ClientResponse, ClientFailure>) {
        guard !isOver else { return }
        isOver = true
        deadline?.cancel()
        deadline = nil
        place = nil
        continuation?.resume(returning: result)
        continuation = nil
    }
}
