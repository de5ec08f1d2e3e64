import EventLoop

/// The error that a reader of a request's body gets if the rest of the body will not arrive: the client has
/// disconnected, or the server refused the request, for example since the body is too large.
public struct HTTPBodyBroken: Error, Sendable {
    public init() {}
}

/// Reads the body of a request while it arrives. Only requests that `HTTPLimits.streamFor` selects have a reader.
///
/// The server reads from the client only as fast as the handler reads the body, so the body takes the same small amount
/// of memory whatever its size. A client that waits for `100 Continue` gets it with the first read. The request's
/// handler must be the only reader. If the handler answers before the end of the body, an HTTP/1.1 connection closes.
public struct HTTPBodyReader: Sendable {
    private let body: LoopBound<IncomingBody>

    /// Creates a reader for one request's body. Must be called on the loop's thread.
    init(_ body: IncomingBody, on loop: EventLoop) {
        self.body = LoopBound(body, on: loop)
    }

    /// The next bytes of a request's body, at least one; `nil` at its end.
    ///
    /// - Throws: `HTTPBodyBroken` if the rest of the body will not arrive. The handler's answer is then dropped; if the
    ///   client is still there, the server sends an answer of its own.
    public func next() async throws(HTTPBodyBroken) -> [UInt8]? {
        if body.loop.isCurrent { return try await body.value.next() }
        do { return try await body.run { try await $0.next() } } catch { throw HTTPBodyBroken() }
    }
}
