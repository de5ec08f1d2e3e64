extension HTTPRequest {
    /// A request made in code, for tests and for calls that the server makes to itself. It goes through the parser, so
    /// it is as well formed as a received one. Host is `localhost` unless it is among the headers.
    ///
    /// - Throws: the parser's refusal.
    public init(
        _ method: HTTPMethod, _ target: String, headers: [(String, String)] = [], body: [UInt8] = []
    ) throws(Refusal) {
        var text = "\(method.rawValue) \(target) HTTP/1.1\r\n"
        if !headers.contains(where: { $0.0.lowercased() == "host" }) { text += "Host: localhost\r\n" }
        for (name, value) in headers { text += "\(name): \(value)\r\n" }
        let bytes = Array((text + "\r\n").utf8)
        var parser = RequestParser()
        var offset = 0
        let action = unsafe parser.next(bytes.span.bytes, at: &offset)
        // If the parser ends the head before the last byte, an argument contained a line break.
        guard offset == bytes.count else { throw .malformedRequestLine }
        switch action {
        case .request(let request): self = request
        case .refuse(let refusal): throw refusal
        case .head, .needMore, .body, .end: throw .malformedRequestLine
        }
        self.body = body
    }
}
