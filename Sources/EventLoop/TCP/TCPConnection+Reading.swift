import CLibUV

extension TCPConnection {
    /// Begins to read from the connection.
    ///
    /// - Parameters:
    ///   - receive: called with each piece of received bytes, at most 64 KB. The piece is valid during the call.
    ///   - closed: called exactly once, after all other callbacks.
    public func start(
        receive: @escaping (RawSpan) -> Void, closed: @escaping (CloseReason) -> Void
    ) {
        loop.preconditionCurrent()
        guard case .closed = phase else {
            self.receive = receive
            self.closed = closed
            return resumeReading()
        }
        closed(.closedHere)
    }

    /// Stops reading from the connection until `resumeReading` is called, so that the kernel's buffer fills up and the
    /// peer has to wait. While reading is paused, the end of the peer's output and a reset are not noticed.
    public func pauseReading() {
        loop.preconditionCurrent()
        guard wantsToRead else { return }
        wantsToRead = false
        unsafe uv_read_stop(stream)
    }

    public func resumeReading() {
        loop.preconditionCurrent()
        guard case .open = phase, !wantsToRead, !peerHasEnded, receive != nil else { return }
        wantsToRead = true
        let code = unsafe uv_read_start(
            stream,
            { handle, _, buffer in
                guard let handle = unsafe handle, let buffer = unsafe buffer else { return }
                unsafe buffer.pointee.base = handle.pointee.loop.pointee.data.assumingMemoryBound(to: CChar.self)
                unsafe buffer.pointee.len = LoopHandles.readBufferSize
            },
            { stream, count, buffer in
                guard count != 0, let stream = unsafe stream, let buffer = unsafe buffer else { return }
                let connection = unsafe TCPConnection.owning(stream.pointee.data)
                if count > 0 {
                    let bytes = unsafe UnsafeRawBufferPointer(start: buffer.pointee.base, count: count)
                    connection.receive?(unsafe bytes.bytes)
                } else {
                    connection.readingEnded(Int32(count))
                }
            })
        if code < 0 { close(because: .failed(SystemError(code: code, operation: "read"))) }
    }

    private func readingEnded(_ code: Int32) {
        wantsToRead = false
        guard code == UV_EOF.rawValue else {
            return close(because: .failed(SystemError(code: code, operation: "read")))
        }
        peerHasEnded = true
        if hasShutDown {
            close(because: .peerEnded)
        } else if let onEnd {
            onEnd()
        } else if pendingWriteBytes == 0, !isShuttingDown {
            close(because: .peerEnded)
        }
    }
}
