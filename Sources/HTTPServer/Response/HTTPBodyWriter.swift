import EventLoop

/// The error that the client is gone, so that nothing more can be written.
public struct HTTPClientGone: Error, Sendable {
    public init() {}
}

/// The output of a producer of `HTTPBody.chunks`.
public struct HTTPBodyWriter: Sendable {
    private let send: LoopBound<([UInt8]) async throws(HTTPClientGone) -> Void>

    /// A writer for one answer. On the loop only.
    ///
    /// - Parameter send: called on the loop, whoever writes.
    init(on loop: EventLoop, _ send: @escaping ([UInt8]) async throws(HTTPClientGone) -> Void) {
        self.send = LoopBound(send, on: loop)
    }

    /// Sends the bytes (nothing if there are none) and waits while the client has more than the high mark left to read.
    public func write(_ bytes: [UInt8]) async throws(HTTPClientGone) {
        if send.loop.isCurrent { return try await send.value(bytes) }
        do { try await send.run { try await $0(bytes) } } catch { throw HTTPClientGone() }
    }
}
