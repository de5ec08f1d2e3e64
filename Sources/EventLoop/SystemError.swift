import CLibUV

/// An error of the operating system or libuv: its code and the failed operation.
public struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// libuv's error code: `-errno`, or a code of libuv's own for name resolution and end of file.
    public let code: Int32
    /// The name of the operation that failed: `bind`, `connect`, …
    public let operation: String

    public init(code: Int32, operation: String) {
        self.code = code
        self.operation = operation
    }

    init(errno code: Int32, operation: String) {
        self.init(code: -code, operation: operation)
    }

    /// The symbolic name of the error code: `EADDRINUSE`, `ECONNREFUSED`, `EAI_NONAME`, …
    public var name: String {
        unsafe text { unsafe uv_err_name_r(code, $0, $1) }
    }

    public var description: String {
        unsafe "\(operation): \(text { unsafe uv_strerror_r(code, $0, $1) }) (\(name))"
    }

    public static func == (a: Self, b: Self) -> Bool { a.code == b.code }
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    private func text(_ fill: (UnsafeMutablePointer<CChar>, Int) -> UnsafeMutablePointer<CChar>?) -> String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
            guard let base = buffer.baseAddress, let filled = unsafe fill(base, buffer.count) else { return "" }
            return unsafe String(cString: filled)
        }
    }
}

extension SystemError {
    public var isConnectionRefused: Bool { code == UV_ECONNREFUSED.rawValue }
    public var isConnectionReset: Bool { code == UV_ECONNRESET.rawValue || code == UV_EPIPE.rawValue }
    public var isAddressInUse: Bool { code == UV_EADDRINUSE.rawValue }
    public var isAddressNotAvailable: Bool { code == UV_EADDRNOTAVAIL.rawValue || code == UV_EAFNOSUPPORT.rawValue }
    public var isTimedOut: Bool { code == UV_ETIMEDOUT.rawValue }
    /// Whether the error says that the operation's task was cancelled or its loop has stopped.
    public var isCancelled: Bool { code == UV_ECANCELED.rawValue }

    /// Makes the error that the peer violated the protocol of a connection, such as TLS.
    public static func protocolError(_ operation: String) -> Self {
        Self(code: UV_EPROTO.rawValue, operation: operation)
    }

    static func cancelled(_ operation: String) -> Self {
        Self(code: UV_ECANCELED.rawValue, operation: operation)
    }
}

/// Throws a `SystemError` if a libuv call has returned a negative code.
@inline(__always)
func check(_ code: Int32, _ operation: StaticString) throws(SystemError) {
    guard code < 0 else { return }
    throw SystemError(code: code, operation: "\(operation)")
}
