import EventLoop

/// The error for the producer of an answer's body that the client has disconnected, so that nothing more can be
/// written.
public struct HTTPClientGone: Error, Sendable {
    public init() {}
}

/// Sends the body of an answer that a producer writes piece by piece (`HTTPBody.chunks`).
public struct HTTPBodyWriter: Sendable {
    private let send: LoopBound<([UInt8]) async throws(HTTPClientGone) -> Void>

    /// Creates a writer for one answer. Must be called on the loop's thread.
    ///
    /// - Parameter send: sends bytes of the body to the client. It is called on the loop, even if `write` is called on
    ///   another thread.
    init(on loop: EventLoop, _ send: @escaping ([UInt8]) async throws(HTTPClientGone) -> Void) {
        self.send = LoopBound(send, on: loop)
    }

    /// Sends the next bytes of the answer's body. Returns when the unsent bytes of the answer are no more than
    /// `writeHighMark`. An empty array sends nothing.
    public func write(_ bytes: [UInt8]) async throws(HTTPClientGone) {
        if send.loop.isCurrent { return try await send.value(bytes) }
        do { try await send.run { try await $0(bytes) } } catch { throw HTTPClientGone() }
    }
}
