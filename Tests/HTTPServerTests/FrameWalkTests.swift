import HTTPServer
import Testing

@Suite struct FrameWalkTests {
    private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    private func frame(_ type: UInt8, _ flags: UInt8, _ payload: Int) -> [UInt8] {
        [0, UInt8(payload >> 8), UInt8(payload & 255), type, flags, 0, 0, 0, 1] + [UInt8](repeating: 7, count: payload)
    }

    @Test(arguments: [1, 2, 3, 9, 10, 1_000])
    func `every HTTP 2 frame is recognized once, however the bytes are split`(size: Int) {
        let frames: [(UInt8, UInt8, Int)] = [
            (4, 0, 0), (4, 1, 0), (1, 5, 300), (0, 0, 0), (0x42, 0xFF, 1), (6, 0, 8), (2, 0, 4), (2, 0, 5),
        ]
        let bytes = Self.preface + frames.flatMap { frame($0.0, $0.1, $0.2) }
        var walk = FrameWalk()
        var seen: [FrameWalk.Header] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            let part = Array(bytes[start..<min(start + size, bytes.count)])
            unsafe walk.walk(part.span.bytes) {
                seen.append($0)
                return true
            }
        }
        #expect(
            seen
                == frames.map {
                    // The stream dependency of a PRIORITY frame is read if the frame has the right length of five
                    // bytes.
                    let dependency: UInt32? = $0.0 == 2 && $0.2 == 5 ? 0x0707_0707 : nil
                    return FrameWalk.Header(
                        length: $0.2, type: $0.0, flags: $0.1, stream: 1, dependency: dependency)
                })
    }

    @Test func `an HTTP 2 header block is incomplete until the last byte of its last frame`() {
        var walk = FrameWalk()
        func isInside(after bytes: [UInt8]) -> Bool {
            unsafe walk.walk(bytes.span.bytes) { _ in true }
            return walk.isInsideHead
        }
        let whole = frame(1, 4, 20)
        #expect(!isInside(after: Self.preface))
        #expect(isInside(after: Array(whole.dropLast())))
        #expect(!isInside(after: [0]))
        #expect(isInside(after: frame(1, 0, 3)))
        #expect(isInside(after: frame(9, 0, 0)))
        #expect(!isInside(after: frame(9, 4, 1)))
        #expect(!isInside(after: Array(frame(0, 0, 20).dropLast())))
    }
}
