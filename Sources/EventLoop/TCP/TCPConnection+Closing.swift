import CLibUV

extension TCPConnection {
    /// Ends the output of a TCP connection after all written bytes have been sent. Reading continues, and the
    /// connection closes when the peer has ended its output too. Set a deadline, since the peer may never end it.
    public func shutdownAfterWrites() {
        loop.preconditionCurrent()
        guard case .open = phase, !isShuttingDown else { return }
        isShuttingDown = true
        let request = UnsafeMutablePointer<uv_shutdown_t>.allocate(capacity: 1)
        let code = unsafe uv_shutdown(request, stream) { request, status in
            guard let request = unsafe request, let stream = unsafe request.pointee.handle else { return }
            let connection = unsafe TCPConnection.owning(stream.pointee.data)
            unsafe request.deallocate()
            connection.hasShutDown(status)
        }
        if code < 0 {
            unsafe request.deallocate()
            close(because: .failed(SystemError(code: code, operation: "shutdown")))
        }
    }

    /// Closes a TCP connection at once. Unwritten bytes may be lost.
    public func close() {
        loop.preconditionCurrent()
        close(because: .closedHere)
    }

    /// Closes a TCP connection at once with a reset. The peer learns that data may be missing, and the kernel keeps no
    /// state for the connection. A connection whose output has been shut down is closed normally.
    public func reset() {
        loop.preconditionCurrent()
        guard case .open = phase else { return }
        phase = .closing(.closedHere)
        wantsToRead = false
        // libuv refuses to reset a connection whose output is shut down. Such a connection is closed normally.
        if unsafe uv_tcp_close_reset(tcp, Self.didClose) < 0 { closeHandle() }
    }

    func loopStops() {
        close(because: .loopStopped)
    }

    func close(because reason: CloseReason) {
        guard case .open = phase else { return }
        phase = .closing(reason)
        wantsToRead = false
        closeHandle()
    }

    func closeHandle() {
        unsafe uv_close(handle, Self.didClose)
    }

    private static let didClose: uv_close_cb = { handle in
        guard let data = unsafe handle?.pointee.data else { return }
        unsafe Unmanaged<TCPConnection>.fromOpaque(data).takeRetainedValue().didClose()
    }

    private func hasShutDown(_ status: Int32) {
        guard case .open = phase else { return }
        guard status >= 0 else {
            return close(because: .failed(SystemError(code: status, operation: "shutdown")))
        }
        hasShutDown = true
        if peerHasEnded { close(because: .peerEnded) }
    }

    private func didClose() {
        let reason: CloseReason =
            if case .closing(let reason) = phase { reason } else { .closedHere }
        phase = .closed
        let closed = closed
        (receive, self.closed, onEnd, onDrain) = (nil, nil, nil, nil)
        closed?(reason)
    }
}
