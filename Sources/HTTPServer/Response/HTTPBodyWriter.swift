import EventLoop

/// The client is gone: nothing more can be written.
public struct HTTPClientGone: Error, Sendable {
    public init() {}
}

/// What a producer of `HTTPBody.chunks` writes to.
public struct HTTPBodyWriter: Sendable {
    private let send: @Sendable ([UInt8]) async throws(HTTPClientGone) -> Void

    /// - Parameter send: is called on the loop, from wherever is written.
    init(on loop: EventLoop, _ send: @escaping @Sendable ([UInt8]) async throws(HTTPClientGone) -> Void) {
        self.send = { bytes throws(HTTPClientGone) in
            if loop.isCurrent { return try await send(bytes) }
            do { try await loop.run { try await send(bytes) } } catch { throw HTTPClientGone() }
        }
    }

    /// Sends the bytes (nothing if there are none) and waits while more than the high mark is still to be taken by the client.
    public func write(_ bytes: [UInt8]) async throws(HTTPClientGone) {
        try await send(bytes)
    }
}
