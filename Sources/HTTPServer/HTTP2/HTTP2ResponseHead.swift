import Endpoints

/// The head of an HTTP/2 answer: lower-case names and values of its fields, as ranges of one buffer.
struct HTTP2ResponseHead {
    private(set) var text: [UInt8] = []
    private(set) var fields: [(name: Range<Int>, value: Range<Int>)] = []

    /// The head of the interim answer `100 Continue` (RFC 9110 §15.2.1).
    static var goOn: HTTP2ResponseHead {
        var head = HTTP2ResponseHead()
        head.append(":status", decimal: 100)
        return head
    }

    private init() {}

    init(_ response: HTTPResponse, date: DateField, common: HTTPFields) {
        text.reserveCapacity(512)
        fields.reserveCapacity(12)
        append(":status", decimal: Int(response.status.code))
        append(block: date.line)
        append(block: response.fields.block)
        append(block: common.block)
        if let id = response.requestID { append(id) }
        guard response.status.allowsBody else { return }
        switch response.body {
        case .empty: append("content-length", decimal: 0)
        case .bytes(let bytes): append("content-length", decimal: bytes.count)
        case .chunks(let length?, _): append("content-length", decimal: length)
        case .chunks(nil, _): break
        }
    }

    private mutating func append(_ id: RequestID) {
        let start = text.count
        text.append("x-request-id")
        let middle = text.count
        id.append(to: &text)
        fields.append((start..<middle, middle..<text.count))
    }

    private mutating func append(_ name: StaticString, decimal value: Int) {
        let start = text.count
        text.append(name)
        let middle = text.count
        text.append(decimal: value)
        fields.append((start..<middle, middle..<text.count))
    }

    /// Appends header fields from the lines `Name: value` that `HTTPFields` renders, with the names in lower case.
    private mutating func append(block: [UInt8]) {
        var rest = block[...]
        while let colon = rest.firstIndex(of: UInt8(ascii: ":")), let end = rest.firstIndex(of: .carriageReturn) {
            let start = text.count
            text.append(contentsOf: rest[..<colon].lazy.map(\.lowercased))
            let middle = text.count
            text.append(contentsOf: rest[min(colon + 2, end)..<end])
            fields.append((start..<middle, middle..<text.count))
            rest = rest[(end + 2)...]
        }
    }
}
