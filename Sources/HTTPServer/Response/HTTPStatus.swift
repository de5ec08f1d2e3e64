/// A response's status code (RFC 9110 §15).
public struct HTTPStatus: Sendable, Hashable {
    /// The status code, 200 to 599; interim answers (1xx) are sent by the server itself.
    public let code: UInt16

    /// Makes an HTTP status from its code.
    ///
    /// - Precondition: the code is from 200 to 599.
    public init(_ code: UInt16) {
        precondition((200...599).contains(code), "not a final status code")
        self.code = code
    }

    public static var ok: HTTPStatus { HTTPStatus(200) }
    public static var created: HTTPStatus { HTTPStatus(201) }
    public static var accepted: HTTPStatus { HTTPStatus(202) }
    public static var noContent: HTTPStatus { HTTPStatus(204) }
    public static var partialContent: HTTPStatus { HTTPStatus(206) }
    public static var notModified: HTTPStatus { HTTPStatus(304) }
    public static var badRequest: HTTPStatus { HTTPStatus(400) }
    public static var unauthorized: HTTPStatus { HTTPStatus(401) }
    public static var forbidden: HTTPStatus { HTTPStatus(403) }
    public static var notFound: HTTPStatus { HTTPStatus(404) }
    public static var methodNotAllowed: HTTPStatus { HTTPStatus(405) }
    public static var requestTimeout: HTTPStatus { HTTPStatus(408) }
    public static var conflict: HTTPStatus { HTTPStatus(409) }
    public static var preconditionFailed: HTTPStatus { HTTPStatus(412) }
    public static var contentTooLarge: HTTPStatus { HTTPStatus(413) }
    public static var uriTooLong: HTTPStatus { HTTPStatus(414) }
    public static var unsupportedMediaType: HTTPStatus { HTTPStatus(415) }
    public static var expectationFailed: HTTPStatus { HTTPStatus(417) }
    public static var preconditionRequired: HTTPStatus { HTTPStatus(428) }
    public static var tooManyRequests: HTTPStatus { HTTPStatus(429) }
    public static var headerFieldsTooLarge: HTTPStatus { HTTPStatus(431) }
    public static var internalServerError: HTTPStatus { HTTPStatus(500) }
    public static var versionNotSupported: HTTPStatus { HTTPStatus(505) }
    public static var serviceUnavailable: HTTPStatus { HTTPStatus(503) }

    /// Whether an answer with this status may have a body. 204 and 304 never have one (RFC 9110 §6.4.1), and are sent
    /// without a Content-Length.
    var allowsBody: Bool { code != 204 && code != 304 }

    /// The name of the status, as in the status line; empty for a code whose name is not known.
    public var reason: String { String("\(statusLine)".dropFirst("HTTP/1.1 200 ".count).dropLast()) }

    /// The status line with its CRLF, prepared for the codes whose names are known; empty for other codes.
    var statusLine: StaticString {
        switch code {
        case 200: "HTTP/1.1 200 OK\r\n"
        case 201: "HTTP/1.1 201 Created\r\n"
        case 202: "HTTP/1.1 202 Accepted\r\n"
        case 204: "HTTP/1.1 204 No Content\r\n"
        case 206: "HTTP/1.1 206 Partial Content\r\n"
        case 301: "HTTP/1.1 301 Moved Permanently\r\n"
        case 302: "HTTP/1.1 302 Found\r\n"
        case 303: "HTTP/1.1 303 See Other\r\n"
        case 304: "HTTP/1.1 304 Not Modified\r\n"
        case 307: "HTTP/1.1 307 Temporary Redirect\r\n"
        case 308: "HTTP/1.1 308 Permanent Redirect\r\n"
        case 400: "HTTP/1.1 400 Bad Request\r\n"
        case 401: "HTTP/1.1 401 Unauthorized\r\n"
        case 403: "HTTP/1.1 403 Forbidden\r\n"
        case 404: "HTTP/1.1 404 Not Found\r\n"
        case 405: "HTTP/1.1 405 Method Not Allowed\r\n"
        case 406: "HTTP/1.1 406 Not Acceptable\r\n"
        case 408: "HTTP/1.1 408 Request Timeout\r\n"
        case 409: "HTTP/1.1 409 Conflict\r\n"
        case 410: "HTTP/1.1 410 Gone\r\n"
        case 412: "HTTP/1.1 412 Precondition Failed\r\n"
        case 413: "HTTP/1.1 413 Content Too Large\r\n"
        case 414: "HTTP/1.1 414 URI Too Long\r\n"
        case 415: "HTTP/1.1 415 Unsupported Media Type\r\n"
        case 416: "HTTP/1.1 416 Range Not Satisfiable\r\n"
        case 417: "HTTP/1.1 417 Expectation Failed\r\n"
        case 422: "HTTP/1.1 422 Unprocessable Content\r\n"
        case 423: "HTTP/1.1 423 Locked\r\n"
        case 428: "HTTP/1.1 428 Precondition Required\r\n"
        case 429: "HTTP/1.1 429 Too Many Requests\r\n"
        case 431: "HTTP/1.1 431 Request Header Fields Too Large\r\n"
        case 500: "HTTP/1.1 500 Internal Server Error\r\n"
        case 501: "HTTP/1.1 501 Not Implemented\r\n"
        case 502: "HTTP/1.1 502 Bad Gateway\r\n"
        case 503: "HTTP/1.1 503 Service Unavailable\r\n"
        case 504: "HTTP/1.1 504 Gateway Timeout\r\n"
        case 505: "HTTP/1.1 505 HTTP Version Not Supported\r\n"
        case _: ""
        }
    }
}
