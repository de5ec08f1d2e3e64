import CLibUV

/// The readiness of a socket.
public struct SocketEvents: OptionSet, Sendable {
    public let rawValue: Int32
    public init(rawValue: Int32) { self.rawValue = rawValue }

    public static let readable = Self(rawValue: 1)
    public static let writable = Self(rawValue: 2)
    /// The socket is broken, and no longer watched. Reading or writing gives the reason. It is reported together with
    /// readable and writable.
    public static let failed = Self(rawValue: 4)
}

/// Reports when a socket with another owner (libpq, for example) can be read or written.
///
/// It must be closed, or watch nothing, before the owner closes the socket: otherwise libuv aborts the process when a
/// later socket has the same number.
@safe public final class SocketWatcher: HandleOwner {
    public let loop: EventLoop
    private var poll: UnsafeMutablePointer<uv_poll_t>?
    private var interest: SocketEvents = []
    private var handler: ((SocketEvents) -> Void)?

    /// Watches a descriptor. On the loop only, and with one watcher per descriptor and loop.
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

    /// Calls `handler` repeatedly while the socket is ready for one of these. If neither is wanted, it watches nothing.
    public func watch(readable: Bool, writable: Bool, _ handler: @escaping (SocketEvents) -> Void) {
        self.handler = handler
        watch(readable: readable, writable: writable)
    }

    /// Changes what is watched, with the same handler as before. A call without a change costs nothing.
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
        // libuv has stopped watching.
        interest = []
        handler?([.readable, .writable, .failed])
    }

    /// Stops watching and calling; the socket stays open. On the loop only.
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
