public import EventLoop

/// The interface that it shares with a TCP connection.
extension TLSConnection {
    /// The peer's address; `nil` if the system did not report it.
    public var peerAddress: SocketAddress? { tcp.peerAddress }

    /// Written and encrypted bytes that the kernel has not taken yet.
    public var pendingWriteBytes: Int { tcp.pendingWriteBytes }

    /// All encrypted bytes that the kernel has taken.
    public var takenWriteBytes: Int { tcp.takenWriteBytes }

    /// Sends the chunks, one after the other. Nothing is sent if the connection is no longer open or has been shut
    /// down.
    public func write(_ chunks: [[UInt8]]) {
        for chunk in chunks {
            guard phase == .open, chunk.isEmpty || (unsafe machine.write(chunk.span.bytes)) else { break }
        }
        send()
    }

    public func write(_ bytes: [UInt8]) {
        guard phase == .open else { return }
        _ = unsafe machine.write(bytes.span.bytes)
        send()
    }

    /// Nothing more is read from the network until `resumeReading`; the rest of the last read is still delivered.
    public func pauseReading() { tcp.pauseReading() }

    public func resumeReading() { tcp.resumeReading() }

    /// Ends the output once everything is written, in TLS (close_notify) and in TCP. Reading continues; when the peer
    /// has ended too, the connection closes. A peer may take its time, so set a deadline.
    public func shutdownAfterWrites() {
        guard phase == .open else { return }
        machine.writeEnd()
        send()
        tcp.shutdownAfterWrites()
    }

    /// Closes at once, with a close_notify. Unwritten bytes may be lost.
    public func close() {
        close(because: .closedHere)
    }

    /// Closes at once with a TCP reset and without a close_notify: the peer knows that its data is incomplete.
    public func reset() {
        guard phase != .closed else { return }
        phase = .ending
        reason = .closedHere
        tcp.reset()
    }

    func close(because reason: CloseReason) {
        guard phase != .closed else { return }
        if phase == .open {
            machine.writeEnd()
            send()
        }
        phase = .ending
        self.reason = self.reason ?? reason
        tcp.close()
    }

    /// The peer has ended its output: as for TCP, the connection closes once everything is written.
    func peerEnds() {
        peerHasEnded = true
        if tcp.pendingWriteBytes == 0 { close(because: .peerEnded) }
    }
}

extension SystemError {
    /// The peer violated TLS after the handshake.
    static var brokenTLS: SystemError { .protocolError("tls") }
}
