import EventLoop
import JSON

/// An HTTP answer, parsed from the bytes that a socket received.
package struct HTTPAnswer: Sendable {
    package let status: Int
    /// The header fields by name in lower case.
    package let fields: [String: String]
    package let body: [UInt8]

    /// Parses an HTTP answer.
    ///
    /// - Parameter bytes: everything that was received until the server closed the connection.
    package init(_ bytes: [UInt8]) throws {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { throw Missing(what: "an answer's head") }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        guard let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
            throw Missing(what: "a status")
        }
        self.status = status
        fields = Dictionary(
            lines.dropFirst().compactMap { line -> (String, String)? in
                guard let colon = line.firstIndex(of: ":") else { return nil }
                return (line[..<colon].lowercased(), line[line.index(after: colon)...].drop { $0 == " " }.description)
            }, uniquingKeysWith: { "\($0), \($1)" })
        body = Array(bytes[end.upperBound...])
    }

    /// The body as JSON; `nil` if the body is no JSON. An answer's body may be larger than a request's body.
    package var json: JSONValue? {
        try? JSONValue(parsing: body, limits: ParsingLimits(bytes: 1 << 24, values: 10_000_000))
    }
    package subscript(name: String) -> JSONValue? { json?[name] }
    /// The elements of the member `items`; empty if the answer is not a page of a list.
    package var items: [JSONValue] { self["items"]?.elements ?? [] }
    /// The last segment of the problem's type, such as `not-found`; `nil` if the answer is not a problem.
    package var problem: String? { self["type"]?.string?.split(separator: ":").last.map(String.init) }

    package func text(_ name: String) throws -> String {
        guard let text = self[name]?.string else {
            throw Missing(what: "\(name) in \(status) \(String(decoding: body.prefix(500), as: UTF8.self))")
        }
        return text
    }

    package func integer(_ name: String) throws -> Int64 { try whole().integer(name) }

    /// The minor units of the amount of money in a member of an answer.
    package func amount(_ name: String) throws -> Int64 { try whole().amount(name) }

    /// The value of a header field of an answer.
    package func field(_ name: String) throws -> String {
        guard let value = fields[name] else { throw Missing(what: "the field \(name)") }
        return value
    }

    private func whole() throws -> JSONValue {
        guard let json else { throw Missing(what: "JSON in \(status)") }
        return json
    }
}

// Functions for tests that compare a member of two answers. A comparison of optional values would also pass if both
// answers did not have the member.
extension JSONValue {
    package func member(_ name: String) throws -> JSONValue {
        guard let member = self[name] else { throw Missing(what: "\(name) in \(self)") }
        return member
    }

    package func text(_ name: String) throws -> String {
        guard let text = self[name]?.string else { throw Missing(what: "\(name) in \(self)") }
        return text
    }

    package func integer(_ name: String) throws -> Int64 {
        guard let integer = self[name]?.integer else { throw Missing(what: "\(name) in \(self)") }
        return integer
    }

    /// The minor units of the amount of money in a member.
    package func amount(_ name: String) throws -> Int64 { try member(name).integer("amount") }

    /// Every object in a JSON value, the value itself included, each with the name of the member that contains it.
    package func objects(as name: String = "") -> [(name: String, object: JSONValue)] {
        if let elements { return elements.flatMap { $0.objects(as: name) } }
        guard let members else { return [] }
        return [(name, self)] + members.flatMap { $0.value.objects(as: $0.name) }
    }

    /// Every string in a JSON value, at any depth, without the names of members.
    package var strings: [String] {
        if let string { return [string] }
        return (elements ?? members.map { $0.map(\.value) } ?? []).flatMap(\.strings)
    }
}

/// Sends a request on a new connection, and reads the answer until the server closes the connection.
package func exchange(
    _ method: String, _ path: String, _ fields: [String: String], _ body: String, with port: UInt16,
    on loop: EventLoop
) async throws -> HTTPAnswer {
    var head = "\(method) \(path) HTTP/1.1\r\nHost: clinic.example\r\nConnection: close\r\n"
    for (name, value) in fields { head += "\(name): \(value)\r\n" }
    if !body.isEmpty { head += "Content-Length: \(body.utf8.count)\r\n" }
    return try await exchange(Array("\(head)\r\n\(body)".utf8), with: port, on: loop)
}

/// Sends the bytes of a request on a new connection, and reads the answer until the server closes the connection. If the
/// task is cancelled or two minutes have passed, the connection is closed.
///
/// - Throws: an error if the connection was closed for that reason.
package func exchange(_ request: [UInt8], with port: UInt16, on loop: EventLoop) async throws -> HTTPAnswer {
    let bytes = try await loop.run {
        let address = try SocketAddress(numericHost: "127.0.0.1", port: port)
        let tcp = try await TCPConnection.connect(to: address, on: loop)
        let limit = loop.schedule(after: .seconds(120)) { tcp.close() }
        defer { limit.cancel() }
        let received = await loop.withCancellation {
            await withCheckedContinuation { (continuation: CheckedContinuation<[UInt8], Never>) in
                var received: [UInt8] = []
                tcp.start(
                    receive: { bytes in unsafe bytes.withUnsafeBytes { unsafe received.append(contentsOf: $0) } },
                    closed: { _ in continuation.resume(returning: received) })
                tcp.write(request)
            }
        } onCancel: {
            tcp.close()
        }
        try Task.checkCancellation()
        guard limit.isPending else { throw Missing(what: "an answer within two minutes") }
        return received
    }
    return try HTTPAnswer(bytes)
}
