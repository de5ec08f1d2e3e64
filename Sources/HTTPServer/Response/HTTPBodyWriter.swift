import EventLoop

/// The error that the client is gone, so that nothing more can be written.
public struct HTTPClientGone: Error, Sendable {
    public init() {}
}

/// The output of a producer of `HTTPBody.chunks`.
public struct HTTPBodyWriter: Sendable {
    private let send: @Sendable ([UInt8]) async throws(HTTPClientGone) -> Void

    /// A writer for one answer.
    ///
    /// - Parameter send: called on the loop, from any caller.
    init(on loop: EventLoop, _ send: @escaping @Sendable ([UInt8]) async throws(HTTPClientGone) -> Void) {
        self.send = { bytes throws(HTTPClientGone) in
            if loop.isCurrent { return try await send(bytes) }
            do { try await loop.run { try await send(bytes) } } catch { throw HTTPClientGone() }
        }
    }

    /// Sends the bytes (nothing if there are none) and waits while the client has more than the high mark left to read.
    public func write(_ bytes: [UInt8]) async throws(HTTPClientGone) {
        try await send(bytes)
    }
}
