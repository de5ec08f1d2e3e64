/// Finds the frames in a client's bytes by their nine-byte headers (RFC 9113 §4.1), however the bytes are split. So
/// frames are counted before nghttp2 processes them, including those that nghttp2 does not report.
package struct FrameWalk {
    package struct Header: Equatable {
        package var length: Int
        package var type: UInt8
        package var flags: UInt8
        package var stream: UInt32
        /// The stream that a PRIORITY frame's own stream depends on.
        package var dependency: UInt32?

        package init(length: Int, type: UInt8, flags: UInt8, stream: UInt32, dependency: UInt32? = nil) {
            self.length = length
            self.type = type
            self.flags = flags
            self.stream = stream
            self.dependency = dependency
        }

        /// Reads the header of an HTTP/2 frame.
        ///
        /// - Parameter bytes: the nine bytes of the header; for a PRIORITY frame also the first four bytes of its
        ///   payload.
        init(_ bytes: [UInt8]) {
            func number(_ range: Range<Int>) -> UInt32 { bytes[range].reduce(0) { $0 << 8 | UInt32($1) } }
            self.init(
                length: Int(number(0..<3)), type: bytes[3], flags: bytes[4], stream: number(5..<9) & 0x7FFF_FFFF,
                dependency: bytes.count > 9 ? number(9..<13) & 0x7FFF_FFFF : nil)
        }

        package var isAcknowledgement: Bool { flags & 0x1 != 0 }
        /// Whether the frame (DATA or HEADERS) is the last one of its stream's request.
        var endsStream: Bool { flags & 0x1 != 0 }
        var endsHead: Bool { flags & 0x4 != 0 }
    }

    /// The length of the client's connection preface, "PRI * HTTP/2.0…", which comes before the first HTTP/2 frame.
    private static let prefaceLength = 24
    private static let headers: UInt8 = 0x1
    private static let continuation: UInt8 = 0x9
    /// The header bytes with which every well-formed PRIORITY frame begins: the payload's length, 5, and the type.
    private static let priority: [UInt8] = [0, 0, 5, 2]

    /// The number of bytes to pass over before the next frame's header begins.
    private var skipped = prefaceLength
    private var header: [UInt8] = []
    private var headIsOpen = false

    private var lastEndsHead = false

    package init() {}

    /// Whether the client has sent a part of a request's head (HEADERS and CONTINUATION frames), and not all of it.
    package var isInsideHead: Bool { headIsOpen || lastEndsHead && skipped > 0 }

    /// Calls `visit` for each HTTP/2 frame whose header is completed by the given bytes, until `visit` returns `false`.
    package mutating func walk(_ bytes: RawSpan, _ visit: (Header) -> Bool) {
        var offset = 0
        while offset < bytes.byteCount {
            if skipped > 0 {
                let count = min(skipped, bytes.byteCount - offset)
                skipped -= count
                offset += count
                continue
            }
            header.append(bytes.byte(offset))
            offset += 1
            guard header.count >= 9, header.count == 13 || !header.starts(with: Self.priority) else { continue }
            let frame = Header(header)
            skipped = frame.length - (header.count - 9)
            header.removeAll(keepingCapacity: true)
            switch frame.type {
            case Self.headers, Self.continuation:
                headIsOpen = !frame.endsHead
                lastEndsHead = frame.endsHead
            case _:
                lastEndsHead = false
            }
            guard visit(frame) else { return }
        }
    }
}
