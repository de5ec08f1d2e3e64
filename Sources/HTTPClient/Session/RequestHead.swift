import CNGHTTP2

/// The head of a request in the form that nghttp2 takes: one text, and the ranges of names and values in it.
struct RequestHead {
    private var text: [UInt8] = []
    private var fields: [(name: Range<Int>, value: Range<Int>)] = []

    init(_ request: ClientRequest, to origin: HTTPSOrigin) {
        add(":method", request.method)
        add(":scheme", "https")
        add(":authority", origin.authority)
        add(":path", request.path)
        for field in request.fields { add(field.name, field.value) }
        if !request.body.isEmpty { add("content-length", String(request.body.count)) }
    }

    /// Adds a header field to the head of an HTTP/2 request. Control characters in the value become spaces, since a
    /// value must not contain them (RFC 9113 §8.2.1).
    private mutating func add(_ name: String, _ value: String) {
        let start = text.count
        text.append(contentsOf: name.utf8)
        let middle = text.count
        for byte in value.utf8 { text.append(byte < 32 || byte == 127 ? UInt8(ascii: " ") : byte) }
        fields.append((start..<middle, middle..<text.count))
    }

    /// Calls `body` with the header fields of an HTTP/2 request, which are valid during the call.
    func withFields<R>(_ body: (UnsafePointer<nghttp2_nv>?, Int) -> R) -> R {
        unsafe text.withUnsafeBufferPointer { text in
            // nghttp2 copies the fields' text and does not write to it, so a mutable pointer is safe.
            let start = unsafe UnsafeMutablePointer(mutating: text.baseAddress)
            let entries = unsafe fields.map { name, value in
                unsafe nghttp2_nv(
                    name: start.map { unsafe $0 + name.lowerBound }, value: start.map { unsafe $0 + value.lowerBound },
                    namelen: name.count, valuelen: value.count, flags: UInt8(NGHTTP2_NV_FLAG_NONE.rawValue))
            }
            return unsafe entries.withUnsafeBufferPointer { unsafe body($0.baseAddress, $0.count) }
        }
    }
}
