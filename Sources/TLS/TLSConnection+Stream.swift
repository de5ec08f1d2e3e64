public import EventLoop

/// The functions of a TLS connection that a TCP connection has too.
extension TLSConnection {
    /// The peer's address; `nil` if the system did not report it.
    public var peerAddress: SocketAddress? { tcp.peerAddress }

    /// The number of encrypted bytes of the connection that the kernel has not accepted yet.
    public var pendingWriteBytes: Int { tcp.pendingWriteBytes }

    /// The number of encrypted bytes that the kernel has accepted since the connection was created.
    public var takenWriteBytes: Int { tcp.takenWriteBytes }

    /// Sends the chunks of data in their order. If the connection is no longer open or has been shut down, the chunks
    /// are dropped.
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

    /// Stops reading from the network until `resumeReading` is called. Data that has been read already is still
    /// delivered.
    public func pauseReading() { tcp.pauseReading() }

    public func resumeReading() { tcp.resumeReading() }

    /// Ends the output of a TLS connection (close_notify) and of its TCP connection after all written bytes have been
    /// sent. Reading continues, and the connection closes when the peer has ended its output too. Set a deadline, since
    /// the peer may never end it.
    public func shutdownAfterWrites() {
        guard phase == .open else { return }
        machine.writeEnd()
        send()
        tcp.shutdownAfterWrites()
    }

    /// Closes the TLS connection at once, with a close_notify if the handshake is complete. Unwritten bytes may be
    /// lost.
    public func close() {
        close(because: .closedHere)
    }

    /// Closes the TLS connection at once with a TCP reset and without a close_notify, so that the peer knows that it
    /// has not received everything.
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

    /// Handles the end of the peer's output. As with TCP, the connection closes once all written bytes have been sent.
    func peerEnds() {
        peerHasEnded = true
        if tcp.pendingWriteBytes == 0 { close(because: .peerEnded) }
    }
}

extension SystemError {
    /// The error that the peer violated TLS after the handshake.
    static var brokenTLS: SystemError { .protocolError("tls") }
}
