/// Goes from frame to frame in what a client sends, by the nine bytes in front of each (RFC 9113 §4.1), however they are split. So frames are
/// counted before anything is done about them, also those that nghttp2 says nothing of.
package struct FrameWalk {
    package struct Header: Equatable {
        package var length: Int
        package var type: UInt8
        package var flags: UInt8

        package init(length: Int, type: UInt8, flags: UInt8) {
            self.length = length
            self.type = type
            self.flags = flags
        }

        package var isAcknowledgement: Bool { flags & 0x1 != 0 }
        var endsHead: Bool { flags & 0x4 != 0 }
    }

    /// "PRI * HTTP/2.0", which comes before the first frame.
    private static let prefaceLength = 24
    private static let headers: UInt8 = 0x1
    private static let continuation: UInt8 = 0x9

    /// Bytes that are no frame's header, still to come.
    private var skipped = prefaceLength
    private var header: [UInt8] = []
    private var headIsOpen = false

    private var lastEndsHead = false

    package init() {}

    /// Whether a request's head has begun and not ended.
    package var isInsideHead: Bool { headIsOpen || lastEndsHead && skipped > 0 }

    /// Calls `visit` with each frame that begins in these bytes, until it says `false`.
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
            guard header.count == 9 else { continue }
            let frame = Header(
                length: Int(header[0]) << 16 | Int(header[1]) << 8 | Int(header[2]), type: header[3], flags: header[4])
            header.removeAll(keepingCapacity: true)
            skipped = frame.length
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
