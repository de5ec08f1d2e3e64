import EventLoop
import TLS

/// A connection of a `ScriptedPeer`.
public final class ScriptedConnection {
    /// The number of the scripted server's connection: 1 for the first one that the server accepted.
    public let number: Int
    private let tls: TLSConnection
    private let script: (ScriptedConnection, ScriptedFrame?) -> Void
    private var input: [UInt8] = []
    private var hasPreface = false
    /// The highest stream whose frames the script gets; lowered by `goAway`.
    private var lastStream = UInt32.max

    private static let prefaceLength = 24

    private init(
        _ tls: TLSConnection, number: Int, _ script: @escaping (ScriptedConnection, ScriptedFrame?) -> Void
    ) {
        self.tls = tls
        self.number = number
        self.script = script
    }

    static func serve(
        _ tcp: TCPConnection, _ context: TLSContext, number: Int,
        _ script: @escaping (ScriptedConnection, ScriptedFrame?) -> Void
    ) {
        guard let tls = try? TLSConnection(tcp, context, buffers: TLSBuffers()) else { return tcp.close() }
        tls.handshake(within: .seconds(60)) { result in
            guard case .success = result else { return }
            let connection = ScriptedConnection(tls, number: number, script)
            tls.start(receive: { connection.receive($0) }, closed: { _ in })
            script(connection, nil)
        }
    }

    private func receive(_ bytes: RawSpan) {
        unsafe bytes.withUnsafeBytes { unsafe input.append(contentsOf: $0) }
        if !hasPreface {
            guard input.count >= Self.prefaceLength else { return }
            input.removeFirst(Self.prefaceLength)
            hasPreface = true
        }
        while let frame = nextFrame() {
            if frame.stream <= lastStream { script(self, frame) }
        }
    }

    private func nextFrame() -> ScriptedFrame? {
        guard input.count >= 9 else { return nil }
        let length = Int(input[0]) << 16 | Int(input[1]) << 8 | Int(input[2])
        guard input.count >= 9 + length else { return nil }
        let stream = input[5..<9].reduce(0) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        let frame = ScriptedFrame(
            type: input[3], flags: input[4], stream: stream, payload: Array(input[9..<9 + length]))
        input.removeFirst(9 + length)
        return frame
    }

    /// Sends an HTTP/2 frame (RFC 9113 §4.1).
    public func send(type: UInt8, flags: UInt8 = 0, stream: UInt32 = 0, _ payload: [UInt8] = []) {
        let length = [UInt8(payload.count >> 16), UInt8(payload.count >> 8 & 255), UInt8(payload.count & 255)]
        tls.write(length + [type, flags] + bytes(stream) + payload)
    }

    /// Sends an HTTP/2 SETTINGS frame, with the maximum number of concurrent streams if one is given.
    public func sendSettings(streams: UInt32? = nil) {
        send(type: 0x4, streams.map { [0, 3] + bytes($0) } ?? [])
    }

    /// Answers a request with status 200 and no body. The byte 0x88 is `:status: 200` in HPACK.
    public func answer(_ stream: UInt32) { send(type: 0x1, flags: 0x5, stream: stream, [0x88]) }

    /// Answers a request with a status of three digits and no body. The field `:status` is sent as a literal without
    /// indexing (RFC 7541 §6.2.2), with the name from entry 8 of HPACK's static table.
    public func answer(_ stream: UInt32, status: UInt16) {
        send(type: 0x1, flags: 0x5, stream: stream, [0x08, 3] + Array("\(status)".utf8))
    }

    /// Sends the head of an answer with status 200, whose body does not follow yet.
    public func beginAnswer(_ stream: UInt32) { send(type: 0x1, flags: 0x4, stream: stream, [0x88]) }

    /// Resets a stream of HTTP/2 with an error code.
    public func reset(_ stream: UInt32, code: UInt32) { send(type: 0x3, stream: stream, bytes(code)) }

    /// Tells the client that streams with a higher id than `last` are not processed, and ignores the frames of these
    /// streams from now on.
    public func goAway(last: UInt32) {
        lastStream = last
        send(type: 0x7, bytes(last) + bytes(0))
    }

    /// Resets the TCP connection.
    public func lose() { tls.reset() }

    private func bytes(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(number >> (24 - 8 * UInt32($0)) & 255) } }
}
