public import EventLoop

/// What it has in common with a TCP connection.
extension TLSConnection {
    /// Where the peer is; `nil` where the system did not tell.
    public var peerAddress: SocketAddress? { tcp.peerAddress }

    /// How much of what was written the kernel has not taken yet, encrypted.
    public var pendingWriteBytes: Int { tcp.pendingWriteBytes }

    /// How much the kernel has ever taken, encrypted.
    public var takenWriteBytes: Int { tcp.takenWriteBytes }

    /// Sends the chunks, one after the other. Nothing is sent where the connection is not open any more or has been shut down.
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

    /// Nothing more is read from the network until `resumeReading`; what of the last read is still to come comes.
    public func pauseReading() { tcp.pauseReading() }

    public func resumeReading() { tcp.resumeReading() }

    /// Tells the peer, once everything is written, that nothing more will come, in TLS (close_notify) and in TCP. Reading goes on; when the
    /// peer has ended too, the connection closes. A peer may take its time: set a deadline.
    public func shutdownAfterWrites() {
        guard phase == .open else { return }
        machine.writeEnd()
        send()
        tcp.shutdownAfterWrites()
    }

    /// Closes at once, not without a close_notify. What is not written yet may be lost.
    public func close() {
        close(because: .closedHere)
    }

    /// Closes at once with a TCP reset and no word of TLS: the peer knows that it has not got everything.
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

    /// The peer has said that it has no more to say: as for TCP, the connection closes once everything is written.
    func peerEnds() {
        peerHasEnded = true
        if tcp.pendingWriteBytes == 0 { close(because: .peerEnded) }
    }
}

extension SystemError {
    /// The peer's TLS broke after the handshake.
    static var brokenTLS: SystemError { .protocolError("tls") }
}
