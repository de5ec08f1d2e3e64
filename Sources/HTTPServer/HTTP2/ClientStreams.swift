/// Tracks the streams that the client has opened and not ended, according to its own frames. This distinguishes a
/// forbidden frame from a frame that was in flight when the server answered or reset the stream (RFC 9113 §5.1).
/// nghttp2 cannot do this, since it forgets a stream when both sides have ended it.
package struct ClientStreams {
    /// A protocol error of the client for which the server ends the HTTP/2 connection.
    package enum Fault: Equatable, Sendable {
        case protocolError
        case streamClosed
    }

    private var highest: UInt32 = 0
    private var open: Set<UInt32> = []
    /// The ranges of ids that the client skipped when it opened a stream with a higher id; only the latest are kept.
    /// Their streams are closed (RFC 9113 §5.1.1).
    private var skipped: [Range<UInt32>] = []
    /// The highest stream id that is no longer remembered. For ids up to this one, it is not known whether the client
    /// has ended the stream.
    private var forgotten: UInt32 = 0

    /// The maximum number of stream ids that are remembered as open. A client reaches it only if it never ends streams
    /// that the server has answered or reset.
    private static let openLimit = 1_024
    private static let skippedLimit = 32

    package init() {}

    package mutating func take(_ frame: FrameWalk.Header) -> Fault? {
        switch frame.type {
        case 0x0: return takeData(frame)
        case 0x1: return takeHead(frame)
        // A PRIORITY frame must name a stream (RFC 9113 §6.3). A stream cannot depend on itself (RFC 7540 §5.3.1, which
        // defines the frame's payload).
        case 0x2: return frame.stream == 0 || frame.dependency == frame.stream ? .protocolError : nil
        case 0x3: open.remove(frame.stream)
        case _: break
        }
        return nil
    }

    private mutating func takeHead(_ frame: FrameWalk.Header) -> Fault? {
        // HEADERS frames with an even stream id are not checked by this type, since nghttp2 refuses them: a client must
        // use odd ids.
        guard frame.stream % 2 == 1 else { return nil }
        guard frame.stream <= highest else {
            if frame.stream > highest + 2 { skip(highest + 1..<frame.stream) }
            highest = frame.stream
            if !frame.endsStream { begin(frame.stream) }
            return nil
        }
        if isExpected(frame) { return nil }
        return skipped.contains { $0.contains(frame.stream) } ? .protocolError : .streamClosed
    }

    private mutating func takeData(_ frame: FrameWalk.Header) -> Fault? {
        // DATA frames for a stream that was never opened are not checked by this type, since nghttp2 refuses them.
        guard frame.stream % 2 == 1, frame.stream <= highest else { return nil }
        return isExpected(frame) ? nil : .streamClosed
    }

    private mutating func isExpected(_ frame: FrameWalk.Header) -> Bool {
        guard open.contains(frame.stream) else { return frame.stream <= forgotten }
        if frame.endsStream { open.remove(frame.stream) }
        return true
    }

    private mutating func begin(_ stream: UInt32) {
        if open.count == Self.openLimit {
            open.removeAll(keepingCapacity: true)
            forgotten = stream - 1
        }
        open.insert(stream)
    }

    private mutating func skip(_ ids: Range<UInt32>) {
        if skipped.count == Self.skippedLimit { skipped.removeFirst() }
        skipped.append(ids)
    }
}
