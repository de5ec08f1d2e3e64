import CLibUV

extension TCPConnection {
    /// The number of bytes passed to `write` that the kernel has not accepted yet. If the number grows, the writer
    /// should wait for `onDrain`.
    public var pendingWriteBytes: Int {
        loop.preconditionCurrent()
        return unsafe Int(uv_stream_get_write_queue_size(stream))
    }

    /// The number of bytes passed to `write` that the kernel has accepted.
    public var takenWriteBytes: Int { writtenBytes - pendingWriteBytes }

    /// Sends the chunks of data in their order, with few system calls. Bytes that the kernel does not accept at once
    /// are queued. If the connection is no longer open or `shutdownAfterWrites` has been called, the chunks are
    /// dropped.
    public func write(_ chunks: [[UInt8]]) {
        guard isWritable else { return }
        for chunk in chunks { writtenBytes += chunk.count }
        var position = Position(chunk: 0, offset: 0)
        if pendingWriteBytes == 0 {
            var isBlocked = false
            while !isBlocked, position.chunk < chunks.count {
                isBlocked = !tryWrite(chunks, from: &position)
                guard case .open = phase else { return }
            }
        }
        queue(chunks, from: position)
    }

    public func write(_ bytes: [UInt8]) {
        unsafe write(bytes.span.bytes)
    }

    public func write(_ bytes: RawSpan) {
        guard isWritable, !bytes.isEmpty else { return }
        writtenBytes += bytes.byteCount
        unsafe bytes.withUnsafeBytes { bytes in
            var sent = 0
            if pendingWriteBytes == 0 {
                var buffer = unsafe uv_buf_t(bytes)
                let count = unsafe uv_try_write(stream, &buffer, 1)
                guard count >= 0 || count == UV_EAGAIN.rawValue else { return writingFailed(count) }
                sent = max(0, Int(count))
            }
            guard sent < bytes.count else { return }
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[sent...])
            unsafe queue(byteCount: rest.count) { unsafe $0.copyMemory(from: rest) }
        }
    }

    private var isWritable: Bool {
        loop.preconditionCurrent()
        guard case .open = phase, !isShuttingDown else { return false }
        return true
    }

    private struct Position {
        var chunk: Int
        var offset: Int
    }

    /// The maximum number of chunks of data that one system call writes.
    private static var vectorLimit: Int { 32 }

    /// Writes the next chunks of data to the socket, at most `vectorLimit`, and advances `position` by the number of
    /// bytes that the kernel accepted. Returns `false` if the kernel did not accept all of them.
    private func tryWrite(_ chunks: [[UInt8]], from position: inout Position) -> Bool {
        let count = min(chunks.count - position.chunk, Self.vectorLimit)
        let start = position
        let sent = unsafe withUnsafeTemporaryAllocation(of: uv_buf_t.self, capacity: count) { buffers in
            unsafe tryWrite(chunks, start, filled: 0, buffers)
        }
        guard sent >= 0 else {
            if sent != UV_EAGAIN.rawValue { writingFailed(sent) }
            return false
        }
        var left = Int(sent)
        let end = start.chunk + count
        while position.chunk < end {
            let size = chunks[position.chunk].count - position.offset
            guard left >= size else {
                position.offset += left
                return false
            }
            left -= size
            position = Position(chunk: position.chunk + 1, offset: 0)
        }
        return true
    }

    /// Writes several chunks of data to the socket in one system call. The function calls itself once per chunk, so
    /// that the pointers of all chunks stay valid until the system call.
    private func tryWrite(
        _ chunks: [[UInt8]], _ start: Position, filled: Int, _ buffers: UnsafeMutableBufferPointer<uv_buf_t>
    ) -> Int32 {
        guard filled < buffers.count else {
            return unsafe uv_try_write(stream, buffers.baseAddress, UInt32(filled))
        }
        return unsafe chunks[start.chunk + filled].withUnsafeBytes { bytes in
            let part = unsafe UnsafeRawBufferPointer(rebasing: bytes[(filled == 0 ? start.offset : 0)...])
            unsafe buffers.initializeElement(at: filled, to: uv_buf_t(part))
            return unsafe tryWrite(chunks, start, filled: filled + 1, buffers)
        }
    }

    private func queue(_ chunks: [[UInt8]], from position: Position) {
        guard position.chunk < chunks.count else { return }
        let byteCount = chunks[position.chunk...].reduce(-position.offset) { $0 + $1.count }
        guard byteCount > 0 else { return }
        unsafe queue(byteCount: byteCount) { memory in
            var filled = 0
            for index in position.chunk..<chunks.count {
                unsafe chunks[index].withUnsafeBytes { bytes in
                    let part = unsafe bytes[(index == position.chunk ? position.offset : 0)...]
                    unsafe UnsafeMutableRawBufferPointer(rebasing: memory[filled...]).copyBytes(from: part)
                    unsafe filled += part.count
                }
            }
        }
    }

    /// Passes bytes to libuv, which sends them when the socket has room. `fill` writes them into memory that is
    /// allocated together with libuv's write request.
    private func queue(byteCount: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void) {
        let head = unsafe MemoryLayout<uv_write_t>.stride
        let memory = UnsafeMutableRawPointer.allocate(byteCount: head + byteCount, alignment: 16)
        let bytes = unsafe UnsafeMutableRawBufferPointer(start: memory + head, count: byteCount)
        unsafe fill(bytes)
        let request = unsafe memory.bindMemory(to: uv_write_t.self, capacity: 1)
        var buffer = unsafe uv_buf_t(UnsafeRawBufferPointer(bytes))
        let code = unsafe uv_write(request, stream, &buffer, 1) { request, status in
            guard let request = unsafe request, let stream = unsafe request.pointee.handle else { return }
            let connection = unsafe TCPConnection.owning(stream.pointee.data)
            unsafe UnsafeMutableRawPointer(request).deallocate()
            connection.wrote(status)
        }
        if code < 0 {
            unsafe memory.deallocate()
            writingFailed(code)
        }
    }

    private func wrote(_ status: Int32) {
        guard case .open = phase else { return }
        guard status >= 0 else { return writingFailed(status) }
        guard pendingWriteBytes == 0 else { return }
        onDrain?()
        if peerHasEnded, onEnd == nil, pendingWriteBytes == 0, !isShuttingDown { close(because: .peerEnded) }
    }

    private func writingFailed(_ code: Int32) {
        close(because: .failed(SystemError(code: code, operation: "write")))
    }
}

extension uv_buf_t {
    /// A libuv buffer for bytes that libuv only reads.
    init(_ bytes: UnsafeRawBufferPointer) {
        let base = unsafe UnsafeMutableRawPointer(mutating: bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
        unsafe self.init(base: base, len: bytes.count)
    }
}
