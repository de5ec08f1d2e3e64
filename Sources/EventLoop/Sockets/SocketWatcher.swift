import CLibUV

/// The events that a `SocketWatcher` reports.
public struct SocketEvents: OptionSet, Sendable {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    public static let readable = Self(rawValue: 1)
    public static let writable = Self(rawValue: 2)
    /// The socket has failed and is no longer watched. Reading from it or writing to it returns the error. `readable`
    /// and `writable` are reported together with this event.
    public static let failed = Self(rawValue: 4)
}

/// Reports when a socket with another owner (libpq, for example) can be read or written.
///
/// Close the watcher, or let it watch nothing, before the owner closes the socket. Otherwise libuv aborts the process
/// when a later socket gets the same descriptor.
@safe public final class SocketWatcher: HandleOwner {
    public let loop: EventLoop
    private var poll: UnsafeMutablePointer<uv_poll_t>?
    private var interest: SocketEvents = []
    private var handler: ((SocketEvents) -> Void)?

    /// Creates a watcher of a descriptor, which watches nothing yet. A loop may have one watcher per descriptor. Must
    /// be called on the loop's thread.
    public init(on loop: EventLoop, descriptor: Int32) throws(SystemError) {
        loop.preconditionCurrent()
        self.loop = loop
        guard !loop.isStopping else { throw .cancelled("uv_poll_init") }
        let poll = UnsafeMutablePointer<uv_poll_t>.allocate(capacity: 1)
        let code = unsafe uv_poll_init(loop.handles.loop, poll, descriptor)
        guard code == 0 else {
            unsafe poll.deallocate()
            throw SystemError(code: code, operation: "uv_poll_init")
        }
        unsafe poll.pointee.data = Unmanaged.passRetained(self).toOpaque()
        unsafe self.poll = poll
    }

    /// Calls `handler` repeatedly while the socket is ready for a requested event. If neither event is requested, the
    /// socket is not watched.
    public func watch(readable: Bool, writable: Bool, _ handler: @escaping (SocketEvents) -> Void) {
        self.handler = handler
        watch(readable: readable, writable: writable)
    }

    /// Changes the events that the watcher watches, and keeps the handler. If the watcher watches exactly these events
    /// already, libuv is not called.
    public func watch(readable: Bool, writable: Bool) {
        loop.preconditionCurrent()
        var wanted: SocketEvents = []
        if readable { wanted.insert(.readable) }
        if writable { wanted.insert(.writable) }
        guard let poll = unsafe poll, wanted != interest else { return }
        interest = wanted
        guard !wanted.isEmpty else {
            unsafe uv_poll_stop(poll)
            return
        }
        unsafe uv_poll_start(poll, wanted.rawValue) { poll, status, events in
            guard let data = unsafe poll?.pointee.data else { return }
            unsafe Unmanaged<SocketWatcher>.fromOpaque(data).takeUnretainedValue().happened(status, events)
        }
    }

    private func happened(_ status: Int32, _ events: Int32) {
        guard status < 0 else {
            handler?(SocketEvents(rawValue: events & 3))
            return
        }
        // From now on the watcher watches no event, since libuv stops watching a socket when it reports an error.
        interest = []
        handler?([.readable, .writable, .failed])
    }

    /// Stops watching the socket, which stays open. The handler is not called any more. Must be called on the loop's
    /// thread.
    public func close() {
        loop.preconditionCurrent()
        loopStops()
    }

    func loopStops() {
        guard let poll = unsafe poll else { return }
        unsafe self.poll = nil
        handler = nil
        unsafe uv_close(UnsafeMutableRawPointer(poll).assumingMemoryBound(to: uv_handle_t.self)) { handle in
            guard let handle = unsafe handle else { return }
            unsafe Unmanaged<SocketWatcher>.fromOpaque(handle.pointee.data.unsafelyUnwrapped).release()
            unsafe UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_poll_t.self).deallocate()
        }
    }
}
