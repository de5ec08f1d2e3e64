/// The part of a request's body that has arrived and that the request's handler has not read yet. Belongs to one loop.
final class IncomingBody {
    /// The number of unread bytes of a body at which the server stops reading from an HTTP/1.1 client.
    private static let highMark = 128 * 1024

    private enum Phase {
        case arriving
        case complete
        case broken
    }

    private let service: HTTPService
    private var phase = Phase.arriving
    private var bytes: [UInt8] = []
    private var waiter: CheckedContinuation<Void, Never>?
    /// The number of bytes of a request's body that have arrived so far.
    private(set) var received = 0
    /// Whether the request's handler has begun to read the body.
    private(set) var isWanted = false
    /// The reason for which the server refuses a request although its handler is running; `nil` if the server does not
    /// refuse it.
    private(set) var refusal: Refusal?
    /// Called when a request's handler begins to read the body, and each time the handler has taken all bytes that had
    /// arrived.
    var whenTaken: () -> Void = {}

    init(of service: HTTPService) {
        self.service = service
    }

    var isComplete: Bool { phase == .complete }
    /// Whether so many bytes of the body are unread that the client must wait.
    var isFull: Bool { bytes.count >= Self.highMark }

    func append(_ input: RawSpan, _ range: Range<Int>) {
        guard phase == .arriving, !range.isEmpty else { return }
        received += range.count
        service.bodyBytes += range.count
        bytes.append(input, range)
        wake()
    }

    /// Marks a request's body as complete, since its last byte has arrived.
    func finish() {
        if phase == .arriving { phase = .complete }
        wake()
    }

    /// Drops the unread bytes of a body. If the body is not complete, its reader gets an error.
    ///
    /// - Parameter refusal: the reason for which the server refuses the request; `nil` if nobody waits for an answer,
    ///   or if the handler has made the answer.
    func abandon(_ refusal: Refusal? = nil) {
        if phase == .arriving || refusal != nil {
            phase = .broken
            self.refusal = self.refusal ?? refusal
        }
        service.bodyBytes -= bytes.count
        bytes = []
        wake()
    }

    func next() async throws(HTTPBodyBroken) -> [UInt8]? {
        if !isWanted {
            isWanted = true
            whenTaken()
        }
        while bytes.isEmpty, phase == .arriving {
            guard waiter == nil else { throw HTTPBodyBroken() }
            // The closure of `withCheckedContinuation` checks again whether the body's reader must wait for bytes,
            // since the loop may have run other work meanwhile.
            await withCheckedContinuation { continuation in
                if bytes.isEmpty, phase == .arriving, waiter == nil {
                    waiter = continuation
                } else {
                    continuation.resume()
                }
            }
        }
        guard phase != .broken else { throw HTTPBodyBroken() }
        guard !bytes.isEmpty else { return nil }
        var taken: [UInt8] = []
        swap(&taken, &bytes)
        service.bodyBytes -= taken.count
        whenTaken()
        return taken
    }

    private func wake() {
        waiter?.resume()
        waiter = nil
    }
}
