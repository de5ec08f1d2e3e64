/// The client is gone: nothing more can be written.
public struct HTTPClientGone: Error, Sendable {
    public init() {}
}

/// What a producer of `HTTPBody.chunks` writes to.
public struct HTTPBodyWriter: Sendable {
    let send: @Sendable ([UInt8]) async throws(HTTPClientGone) -> Void

    /// Sends the bytes (nothing if there are none) and waits while more than the high mark is still to be taken by the client.
    public func write(_ bytes: [UInt8]) async throws(HTTPClientGone) {
        try await send(bytes)
    }
}
