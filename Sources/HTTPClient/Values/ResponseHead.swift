/// The head of an answer to the client's request, while the answer's fields arrive.
struct ResponseHead {
    private(set) var status: Int?
    private(set) var fields: [String: String] = [:]
    /// The size of all fields of an answer's head, counted as in RFC 9113 §6.5.2.
    private(set) var size = 0
    /// Whether the answer's head is complete. Later fields are trailers.
    private(set) var isComplete = false

    mutating func add(_ name: RawSpan, _ value: RawSpan) {
        size += name.byteCount + value.byteCount + 32
        guard !isComplete else { return }
        let name = String(copying: name)
        if name == ":status" {
            status = Int(String(copying: value))
        } else if fields[name] == nil {
            fields[name] = String(copying: value)
        }
    }

    /// Ends the head of an answer. A head with an interim status (RFC 9110 §15.2) is dropped, because another head
    /// follows.
    mutating func end() {
        guard !isComplete else { return }
        if let status, (100..<200).contains(status) {
            self.status = nil
            fields = [:]
        } else {
            isComplete = true
        }
    }
}

extension String {
    /// Decodes bytes as UTF-8. Invalid bytes become replacement characters.
    fileprivate init(copying bytes: RawSpan) {
        self = unsafe bytes.withUnsafeBytes { unsafe String(decoding: $0, as: UTF8.self) }
    }
}
