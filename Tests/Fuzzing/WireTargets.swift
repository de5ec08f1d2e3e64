import EventLoop
import HTTPServer

extension FuzzTarget {
    /// Input: a byte that chooses where to split, then the bytes of an HTTP/1.1 connection. Property: after the
    /// split, the bytes are parsed to the same requests and the same refusal as before the split.
    static let http1 = FuzzTarget("http1") { bytes in
        guard let first = bytes.first else { return nil }
        let bytes = Array(bytes.dropFirst())
        let whole = parse([bytes])
        let cut = bytes.isEmpty ? 0 : Int(first) * 37 % bytes.count
        let parts = parse([Array(bytes[..<cut]), Array(bytes[cut...])])
        return parts == whole ? nil : "cut at \(cut): \(parts), whole: \(whole)"
    }

    /// Input: a byte that chooses where to split, then the bytes of an HTTP/2 connection. Property: the same
    /// frame headers are found in the two pieces as in the whole bytes.
    static let frames = FuzzTarget("frames") { bytes in
        guard let first = bytes.first else { return nil }
        let bytes = Array(bytes.dropFirst())
        let cut = bytes.isEmpty ? 0 : Int(first) * 37 % bytes.count
        let whole = frames(in: [bytes])
        let parts = frames(in: [Array(bytes[..<cut]), Array(bytes[cut...])])
        return parts == whole ? nil : "cut at \(cut): \(parts), whole: \(whole)"
    }

    /// Input: the first bytes of a connection from a proxy. Property: a complete PROXY header is not longer than the
    /// input or `ProxyHeader.longest`, and is incomplete without its last byte, with half of its bytes and with none.
    static let proxy = FuzzTarget("proxy") { bytes in
        let whole = ProxyHeader(bytes)
        guard case .complete(let length, _) = whole else { return nil }
        guard length <= min(bytes.count, ProxyHeader.longest) else { return "\(length) of \(bytes.count) bytes" }
        for count in [0, length / 2, length - 1, length] {
            let part = ProxyHeader(Array(bytes[..<count]))
            guard part == (count == length ? whole : .incomplete) else { return "cut at \(count): \(part)" }
        }
        return nil
    }

    private static func frames(in pieces: [[UInt8]]) -> [FrameWalk.Header] {
        var walk = FrameWalk()
        var frames: [FrameWalk.Header] = []
        for piece in pieces {
            unsafe walk.walk(piece.span.bytes) { frame in
                frames.append(frame)
                return true
            }
        }
        return frames
    }
}
