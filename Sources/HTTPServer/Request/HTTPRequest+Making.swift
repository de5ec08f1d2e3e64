extension HTTPRequest {
    /// A request made in code. It goes through the parser, so it is as well formed as a received one. Host
    /// is `localhost` unless it is among the headers.
    ///
    /// - Throws: the parser's refusal.
    public init(
        _ method: HTTPMethod, _ target: String, headers: [(String, String)] = [], body: [UInt8] = []
    ) throws(Refusal) {
        // A line break in an argument would begin a further header field, so such an argument is refused.
        let texts = [target] + headers.flatMap { [$0.0, $0.1] }
        guard !texts.contains(where: { $0.utf8.contains { $0 == 13 || $0 == 10 } }) else {
            throw .controlCharacterInValue
        }
        var text = "\(method.rawValue) \(target) HTTP/1.1\r\n"
        if !headers.contains(where: { $0.0.lowercased() == "host" }) { text += "Host: localhost\r\n" }
        for (name, value) in headers { text += "\(name): \(value)\r\n" }
        let bytes = Array((text + "\r\n").utf8)
        var parser = RequestParser()
        var offset = 0
        let action = unsafe parser.next(bytes.span.bytes, at: &offset)
        guard offset == bytes.count else { throw .malformedRequestLine }
        switch action {
        case .request(let request): self = request
        case .refuse(let refusal): throw refusal
        case .head, .needMore, .body, .end: throw .malformedRequestLine
        }
        self.body = body
    }

    /// A request that another request contains, such as a command of a command batch. It has the peer and the time of
    /// receipt of the other request.
    ///
    /// - Throws: the parser's refusal.
    public func part(
        _ method: HTTPMethod, _ target: String, headers: [(String, String)], body: [UInt8]
    ) throws(Refusal) -> HTTPRequest {
        var part = try HTTPRequest(method, target, headers: headers, body: body)
        part.peerAddress = peerAddress
        part.isSecure = isSecure
        part.receivedAt = receivedAt
        return part
    }
}
