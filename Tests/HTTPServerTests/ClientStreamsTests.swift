import HTTPServer
import Testing

/// Tests that forbidden HTTP/2 frames are distinguished from frames that were in flight when the server ended a stream
/// (RFC 9113 §5.1).
@Suite struct ClientStreamsTests {
    private typealias Frame = FrameWalk.Header

    private func data(_ stream: UInt32, ends: Bool = false) -> Frame {
        Frame(length: 1, type: 0, flags: ends ? 1 : 0, stream: stream)
    }
    private func head(_ stream: UInt32, ends: Bool = false) -> Frame {
        Frame(length: 1, type: 1, flags: ends ? 5 : 4, stream: stream)
    }
    private func reset(_ stream: UInt32) -> Frame { Frame(length: 4, type: 3, flags: 0, stream: stream) }
    private func priority(_ stream: UInt32, on other: UInt32) -> Frame {
        Frame(length: 5, type: 2, flags: 0, stream: stream, dependency: other)
    }

    /// Expects that all frames except the last are accepted. Returns the fault in the last frame; `nil` if there is
    /// none.
    private func verdict(_ frames: Frame...) -> ClientStreams.Fault? {
        var streams = ClientStreams()
        for frame in frames.dropLast() { #expect(streams.take(frame) == nil) }
        return frames.last.flatMap { streams.take($0) }
    }

    @Test func `HTTP 2 frames on a stream that the client has ended or reset are refused`() {
        #expect(verdict(head(1, ends: true), data(1)) == .streamClosed)
        #expect(verdict(head(1, ends: true), head(1)) == .streamClosed)
        #expect(verdict(head(1), data(1), data(1, ends: true), data(1)) == .streamClosed)
        #expect(verdict(head(1), reset(1), data(1)) == .streamClosed)
        #expect(verdict(head(1), reset(1), head(1)) == .streamClosed)
    }

    @Test func `HTTP 2 data and trailers on a stream that the client has not ended are accepted`() {
        #expect(verdict(head(1), data(1), head(3), data(3), head(1, ends: true)) == nil)
    }

    @Test func `an HTTP 2 stream id that the client has skipped cannot be used later`() {
        #expect(verdict(head(5, ends: true), head(3)) == .protocolError)
        #expect(verdict(head(1, ends: true), head(3, ends: true), head(9), head(7)) == .protocolError)
        #expect(verdict(head(5, ends: true), data(3)) == .streamClosed)
    }

    @Test func `an HTTP 2 priority frame for stream 0, or for a stream that depends on itself, is refused`() {
        #expect(verdict(priority(0, on: 1)) == .protocolError)
        #expect(verdict(priority(3, on: 3)) == .protocolError)
        #expect(verdict(head(5, ends: true), priority(3, on: 5)) == nil)
        #expect(verdict(priority(7, on: 0)) == nil)
    }

    @Test func `HTTP 2 frames of a stream that is too old to be remembered are not refused`() {
        var streams = ClientStreams()
        // The client opens 3,000 streams and does not end them yet.
        for stream in 0..<3_000 { #expect(streams.take(head(UInt32(2 * stream + 1))) == nil) }
        #expect(streams.take(data(1)) == nil)
        #expect(streams.take(data(5_999, ends: true)) == nil)
        #expect(streams.take(data(5_999)) == .streamClosed)
    }
}
