import HTTPServer
import Testing

/// Bytes that a strict server must refuse, and the reason.
struct MustReject: Sendable, CustomTestStringConvertible {
    var rule: String
    var refusal: Refusal
    var bytes: String

    init(_ rule: String, _ refusal: Refusal, _ bytes: String) {
        self.rule = rule
        self.refusal = refusal
        self.bytes = bytes
    }

    var testDescription: String { rule }
}

private let host = "Host: a\r\n"
private let chunked = "Transfer-Encoding: chunked\r\n"

private func get(_ target: String) -> String { "GET \(target) HTTP/1.1\r\n\(host)\r\n" }
private func with(_ fields: String) -> String { "GET / HTTP/1.1\r\n\(host)\(fields)\r\n" }
private func hosted(_ fields: String) -> String { "GET / HTTP/1.1\r\n\(fields)\r\n" }
private func post(_ fields: String, _ body: String = "") -> String { "POST / HTTP/1.1\r\n\(host)\(fields)\r\n\(body)" }
private func chunks(_ body: String) -> String { post(chunked, body) }

extension MustReject {
    /// The table of malformed requests. Each of them is also sent over a real connection, followed by a valid request
    /// that must not be answered.
    static let all: [MustReject] =
        requestLines + targets + lines + fields + hosts + lengths + encodings + chunkLines + tooLarge

    static let requestLines: [MustReject] = [
        .init("two spaces after the method", .malformedRequestLine, "GET  / HTTP/1.1\r\n\(host)\r\n"),
        .init("two spaces before the version", .malformedVersion, "GET /  HTTP/1.1\r\n\(host)\r\n"),
        .init("a space after the version", .malformedVersion, "GET / HTTP/1.1 \r\n\(host)\r\n"),
        .init("a space before the method", .malformedMethod, " GET / HTTP/1.1\r\n\(host)\r\n"),
        .init("a tab for a space", .malformedMethod, "GET\t/ HTTP/1.1\r\n\(host)\r\n"),
        .init("HTTP/0.9: no version", .malformedRequestLine, "GET /\r\n"),
        .init("HTTP/0.9 by name", .unsupportedVersion, "GET / HTTP/0.9\r\n\(host)\r\n"),
        .init("HTTP/3.0", .unsupportedVersion, "GET / HTTP/3.0\r\n\(host)\r\n"),
        .init("HTTP/1.x", .malformedVersion, "GET / HTTP/1.x\r\n\(host)\r\n"),
        .init("HTTP/x.1", .malformedVersion, "GET / HTTP/x.1\r\n\(host)\r\n"),
        .init("a TLS handshake", .tlsHandshakeInPlainHTTP, "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}"),
        .init("HTTP/2.0", .unsupportedVersion, "GET / HTTP/2.0\r\n\(host)\r\n"),
        .init("HTTP/2's preface", .unsupportedVersion, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
        .init("HTTP/1.10", .malformedVersion, "GET / HTTP/1.10\r\n\(host)\r\n"),
        .init("HTTP/1", .malformedVersion, "GET / HTTP/1\r\n\(host)\r\n"),
        .init("a version in lower case", .malformedVersion, "GET / http/1.1\r\n\(host)\r\n"),
        .init("another protocol", .malformedVersion, "GET / ICE/1.1\r\n\(host)\r\n"),
        .init("a method that is no token", .malformedMethod, "G(T / HTTP/1.1\r\n\(host)\r\n"),
        .init("no method", .malformedMethod, "/ HTTP/1.1\r\n\(host)\r\n"),
        .init("two empty lines before the request", .malformedRequestLine, "\r\n\r\nGET / HTTP/1.1\r\n\(host)\r\n"),
        .init("CONNECT", .methodNotServed, "CONNECT a:443 HTTP/1.1\r\n\(host)\r\n"),
        .init("TRACE", .methodNotServed, "TRACE / HTTP/1.1\r\n\(host)\r\n"),
        .init("a method that nobody knows", .methodUnknown, "BREW / HTTP/1.1\r\n\(host)\r\n"),
        .init("a method in lower case", .methodUnknown, "get / HTTP/1.1\r\n\(host)\r\n"),
        .init("a very long method", .methodUnknown, "PROPFINDPROPFIND / HTTP/1.1\r\n\(host)\r\n"),
    ]

    static let targets: [MustReject] = [
        .init("a fragment", .forbiddenByteInTarget, get("/a#b")),
        .init("a fragment in the query", .forbiddenByteInTarget, get("/a?b#c")),
        .init("non-ASCII in the path", .forbiddenByteInTarget, get("/é")),
        .init("non-ASCII in the query", .forbiddenByteInTarget, get("/?é")),
        .init("a backslash", .forbiddenByteInTarget, get("/a\\b")),
        .init("a backslash in the query", .forbiddenByteInTarget, get("/?a\\b")),
        .init("a quotation mark", .forbiddenByteInTarget, get("/\"")),
        .init("NUL in the target", .forbiddenByteInTarget, get("/\0")),
        .init("an encoded NUL", .forbiddenPercentEncoding, get("/a%00")),
        .init("an encoded NUL in the query", .forbiddenPercentEncoding, get("/a?b=%00")),
        .init("an encoded CRLF", .forbiddenPercentEncoding, get("/a%0d%0aX:1")),
        .init("an encoded CRLF in the query", .forbiddenPercentEncoding, get("/a?b=%0D%0AX:1")),
        .init("an encoded slash", .forbiddenPercentEncoding, get("/a%2Fb")),
        .init("an encoded backslash", .forbiddenPercentEncoding, get("/a%5cb")),
        .init("encoded bytes that are not UTF-8", .forbiddenPercentEncoding, get("/%ff")),
        .init("an overlong encoded slash", .forbiddenPercentEncoding, get("/%c0%af")),
        .init("a percent sign alone", .malformedPercentEncoding, get("/a%")),
        .init("a percent sign without digits", .malformedPercentEncoding, get("/a%zz")),
        .init("an encoding cut short by the query", .malformedPercentEncoding, get("/a%4?1")),
        .init("a dot segment", .dotSegment, get("/a/./b")),
        .init("a dot-dot segment", .dotSegment, get("/a/../b")),
        .init("a dot-dot segment at the end", .dotSegment, get("/a/..")),
        .init("a dot-dot segment before the query", .dotSegment, get("/..?a")),
        .init("an encoded dot-dot segment", .dotSegment, get("/a/%2e%2E/b")),
        .init("a half-encoded dot-dot segment", .dotSegment, get("/a/.%2e")),
        .init("a path without its slash", .malformedTarget, get("a")),
        .init("an asterisk for GET", .malformedTarget, get("*")),
        .init("an authority alone", .malformedTarget, get("a:80")),
        .init("another scheme", .malformedTarget, get("ftp://a/")),
        .init("an absolute form without a path", .malformedTarget, get("http://a")),
        .init("an absolute form without an authority", .malformedTarget, get("http:///a")),
        .init("an absolute form that differs from Host", .targetDiffersFromHost, get("http://b/")),
        .init("an absolute form with userinfo", .targetDiffersFromHost, get("http://u@a/")),
        .init("an absolute form with another port", .targetDiffersFromHost, get("http://a:81/")),
    ]

    static let lines: [MustReject] = [
        .init("LF alone after the request line", .bareLineFeed, "GET / HTTP/1.1\n\(host)\r\n"),
        .init("LF alone after a field", .bareLineFeed, "GET / HTTP/1.1\r\nHost: a\n\r\n"),
        .init("LF alone at the end of the head", .bareLineFeed, "GET / HTTP/1.1\r\n\(host)\n"),
        .init("LF alone before the request", .bareLineFeed, "\nGET / HTTP/1.1\r\n\(host)\r\n"),
        .init("LF alone after a chunk size", .bareLineFeed, chunks("1\na\r\n0\r\n\r\n")),
        .init("LF alone after the last chunk", .bareLineFeed, chunks("0\r\n\n")),
        .init("CR alone in the method", .bareCarriageReturn, "GE\rT / HTTP/1.1\r\n\(host)\r\n"),
        .init("CR alone in the target", .bareCarriageReturn, get("/\r")),
        .init("CR alone in the query", .bareCarriageReturn, get("/?\r")),
        .init("CR alone after the version", .bareCarriageReturn, "GET / HTTP/1.1\r\r\n\(host)\r\n"),
        .init("CR alone in a name", .bareCarriageReturn, with("A\rB: c\r\n")),
        .init("CR alone in a value", .bareCarriageReturn, with("A: b\rc\r\n")),
        .init("CR alone at the end of a long value", .bareCarriageReturn, with("A: 123456789012345\r\r\n")),
        .init("CR alone in a chunk size", .bareCarriageReturn, chunks("1\r\r\na\r\n0\r\n\r\n")),
        .init("CR alone in a chunk extension", .bareCarriageReturn, chunks("1;a\rb\r\na\r\n0\r\n\r\n")),
        .init("CR alone in a trailer", .bareCarriageReturn, chunks("0\r\nA: b\rc\r\n\r\n")),
    ]

    static let fields: [MustReject] = [
        .init("a folded field", .foldedField, with("A: b\r\n c\r\n")),
        .init("a field folded with a tab", .foldedField, with("A: b\r\n\tc\r\n")),
        .init("white space before the first field", .foldedField, "GET / HTTP/1.1\r\n \(host)\r\n"),
        .init("a space before the colon", .spaceBeforeColon, with("A : b\r\n")),
        .init("a tab before the colon", .spaceBeforeColon, with("A\t: b\r\n")),
        .init("a space in a name", .spaceBeforeColon, with("A b: c\r\n")),
        .init("an empty name", .malformedFieldName, with(": b\r\n")),
        .init("a name that is no token", .malformedFieldName, with("A(b): c\r\n")),
        .init("a name beyond ASCII", .malformedFieldName, with("é: c\r\n")),
        .init("NUL in a name", .malformedFieldName, with("A\0: c\r\n")),
        .init("a field without a colon", .fieldWithoutColon, with("Abc\r\n")),
        .init("NUL in a value", .controlCharacterInValue, with("A: b\0c\r\n")),
        .init("a control character in a value", .controlCharacterInValue, with("A: 12345678\u{1}\r\n")),
        .init("a vertical tab in a value", .controlCharacterInValue, with("A: \u{b}\r\n")),
        .init("DEL in a value", .controlCharacterInValue, with("A: 1234567\u{7f}\r\n")),
        .init("an unknown Expect", .expectationUnknown, post("Content-Length: 1\r\nExpect: 200-ok\r\n", "a")),
        .init("two Expects in one", .expectationUnknown, post("Expect: 100-continue, x\r\n")),
    ]

    static let hosts: [MustReject] = [
        .init("no Host", .hostMissing, hosted("")),
        .init("two Hosts", .hostRepeated, hosted("Host: a\r\nHost: a\r\n")),
        .init("two Hosts in different case", .hostRepeated, hosted("Host: a\r\nhOST: b\r\n")),
        .init("two Hosts in HTTP/1.0", .hostRepeated, "GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n"),
        .init("an empty Host", .malformedHost, hosted("Host: \r\n")),
        .init("userinfo in Host", .malformedHost, hosted("Host: u@a\r\n")),
        .init("userinfo with a password in Host", .malformedHost, hosted("Host: u:p@a\r\n")),
        .init("a path in Host", .malformedHost, hosted("Host: a/b\r\n")),
        .init("a query in Host", .malformedHost, hosted("Host: a?b\r\n")),
        .init("a list of Hosts", .malformedHost, hosted("Host: a,b\r\n")),
        .init("a list of Hosts with a space", .malformedHost, hosted("Host: a, b\r\n")),
        .init("a space in Host", .malformedHost, hosted("Host: a b\r\n")),
        .init("Host beyond ASCII", .malformedHost, hosted("Host: é\r\n")),
        .init("a Host of only a port", .malformedHost, hosted("Host: :80\r\n")),
        .init("an empty port", .malformedHost, hosted("Host: a:\r\n")),
        .init("a port that is no number", .malformedHost, hosted("Host: a:8o\r\n")),
        .init("a port that is too high", .malformedHost, hosted("Host: a:65536\r\n")),
        .init("an open bracket", .malformedHost, hosted("Host: [::1\r\n")),
        .init("a name in brackets", .malformedHost, hosted("Host: [host]\r\n")),
    ]

    static let lengths: [MustReject] = [
        .init(
            "two Content-Lengths that differ", .contentLengthRepeated,
            post("Content-Length: 1\r\nContent-Length: 2\r\n", "ab")),
        .init(
            "two equal Content-Lengths", .contentLengthRepeated, post("Content-Length: 1\r\nContent-Length: 1\r\n", "a")
        ),
        .init("a list of lengths", .malformedContentLength, post("Content-Length: 1, 1\r\n", "a")),
        .init("a length with a plus sign", .malformedContentLength, post("Content-Length: +1\r\n", "a")),
        .init("a length with a minus sign", .malformedContentLength, post("Content-Length: -1\r\n", "a")),
        .init("an empty length", .malformedContentLength, post("Content-Length:\r\n", "a")),
        .init("a length of a space", .malformedContentLength, post("Content-Length: \t \r\n", "a")),
        .init("a tab after a length", .malformedContentLength, post("Content-Length: 1\t\r\n", "a")),
        .init("a tab before a length", .malformedContentLength, post("Content-Length:\t1\r\n", "a")),
        .init("a hexadecimal length", .malformedContentLength, post("Content-Length: 0x1\r\n", "a")),
        .init("a length with a fraction", .malformedContentLength, post("Content-Length: 1.0\r\n", "a")),
        .init("a length with a space inside", .malformedContentLength, post("Content-Length: 1 1\r\n", "a")),
        .init("a length that overflows", .malformedContentLength, post("Content-Length: 9223372036854775808\r\n")),
        .init(
            "a length that overflows far", .malformedContentLength,
            post("Content-Length: 18446744073709551617\r\n", "a")),
    ]

    static let encodings: [MustReject] = [
        .init("a compressed body", .contentCodingUnknown, post("Content-Encoding: gzip\r\nContent-Length: 1\r\n", "a")),
        .init(
            "a body compressed twice", .contentCodingUnknown,
            post("Content-Encoding: identity\r\nContent-Encoding: br\r\n\(chunked)", "0\r\n\r\n")),
        .init(
            "Content-Length with Transfer-Encoding", .contentLengthWithTransferEncoding,
            post("Content-Length: 5\r\n\(chunked)", "0\r\n\r\n")),
        .init(
            "Transfer-Encoding with Content-Length", .contentLengthWithTransferEncoding,
            post("\(chunked)Content-Length: 0\r\n", "0\r\n\r\n")),
        .init("another coding", .transferEncodingUnknown, post("Transfer-Encoding: gzip\r\n")),
        .init(
            "a coding before chunked", .transferEncodingUnknown,
            post("Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n")),
        .init(
            "chunked, identity", .transferEncodingUnknown, post("Transfer-Encoding: chunked, identity\r\n", "0\r\n\r\n")
        ),
        .init("a tab after chunked", .transferEncodingUnknown, post("Transfer-Encoding: chunked\t\r\n", "0\r\n\r\n")),
        .init("a tab before chunked", .transferEncodingUnknown, post("Transfer-Encoding: \tchunked\r\n", "0\r\n\r\n")),
        .init("identity", .transferEncodingUnknown, post("Transfer-Encoding: identity\r\n")),
        .init(
            "chunked with a parameter", .transferEncodingUnknown,
            post("Transfer-Encoding: chunked;a=b\r\n", "0\r\n\r\n")),
        .init(
            "chunked in quotation marks", .transferEncodingUnknown,
            post("Transfer-Encoding: \"chunked\"\r\n", "0\r\n\r\n")),
        .init("chunked in other case", .transferEncodingUnknown, post("Transfer-Encoding: Chunked\r\n", "0\r\n\r\n")),
        .init("chunked with a comma", .transferEncodingUnknown, post("Transfer-Encoding: chunked,\r\n", "0\r\n\r\n")),
        .init("an empty coding", .transferEncodingUnknown, post("Transfer-Encoding:\r\n", "0\r\n\r\n")),
        .init("chunked twice", .transferEncodingRepeated, post("\(chunked)\(chunked)", "0\r\n\r\n")),
        .init("chunked in HTTP/1.0", .transferEncodingInHTTP10, "POST / HTTP/1.0\r\n\(host)\(chunked)\r\n0\r\n\r\n"),
    ]

    static let chunkLines: [MustReject] = [
        .init("a chunk size with 0x", .malformedChunkSize, chunks("0x1\r\na\r\n0\r\n\r\n")),
        .init("a chunk size with a plus sign", .malformedChunkSize, chunks("+1\r\na\r\n0\r\n\r\n")),
        .init("a chunk size with a minus sign", .malformedChunkSize, chunks("-1\r\na\r\n0\r\n\r\n")),
        .init("a space before a chunk size", .malformedChunkSize, chunks(" 1\r\na\r\n0\r\n\r\n")),
        .init("a space after a chunk size", .malformedChunkSize, chunks("1 \r\na\r\n0\r\n\r\n")),
        .init("a space before an extension", .malformedChunkSize, chunks("1 ;a\r\na\r\n0\r\n\r\n")),
        .init("an empty chunk size", .malformedChunkSize, chunks("\r\na\r\n0\r\n\r\n")),
        .init("an extension without a size", .malformedChunkSize, chunks(";a\r\n\r\n")),
        .init("a chunk size that is no number", .malformedChunkSize, chunks("g\r\na\r\n0\r\n\r\n")),
        .init("a chunk size of 17 digits", .chunkSizeTooLong, chunks("00000000000000001\r\na\r\n0\r\n\r\n")),
        .init(
            "a chunk size of 17 digits that overflows", .chunkSizeTooLong, chunks("10000000000000001\r\na\r\n0\r\n\r\n")
        ),
        .init(
            "an extension over 256 bytes", .chunkExtensionTooLong,
            chunks("1;\(String(repeating: "a", count: 256))\r\na\r\n0\r\n\r\n")),
        .init("an extension without end", .chunkExtensionTooLong, chunks("1;\(String(repeating: "a", count: 5_000))")),
        .init("a control character in an extension", .malformedChunkExtension, chunks("1;a=\u{1}\r\na\r\n0\r\n\r\n")),
        .init("NUL in an extension", .malformedChunkExtension, chunks("1;\0\r\na\r\n0\r\n\r\n")),
        .init("an empty extension", .malformedChunkExtension, chunks("1;\r\na\r\n0\r\n\r\n")),
        .init("a space in an extension", .malformedChunkExtension, chunks("1; a\r\na\r\n0\r\n\r\n")),
        .init("an extension with an empty value", .malformedChunkExtension, chunks("1;a=\r\na\r\n0\r\n\r\n")),
        .init("an extension with an open quotation", .malformedChunkExtension, chunks("1;a=\"b\r\na\r\n0\r\n\r\n")),
        .init("no CRLF after a chunk", .chunkNotTerminated, chunks("1\r\na0\r\n\r\n")),
        .init("LF alone after a chunk", .chunkNotTerminated, chunks("1\r\na\n0\r\n\r\n")),
        .init("CR alone after a chunk", .chunkNotTerminated, chunks("1\r\na\r0\r\n\r\n")),
        .init("more data than the chunk's size", .chunkNotTerminated, chunks("1\r\nab\r\n0\r\n\r\n")),
        .init("Content-Length in the trailers", .forbiddenTrailer, chunks("0\r\nContent-Length: 1\r\n\r\n")),
        .init(
            "Transfer-Encoding in the trailers", .forbiddenTrailer, chunks("0\r\nTransfer-Encoding: chunked\r\n\r\n")),
        .init("Host in the trailers", .forbiddenTrailer, chunks("0\r\nhost: b\r\n\r\n")),
        .init("Authorization in the trailers", .forbiddenTrailer, chunks("0\r\nAuthorization: Bearer x\r\n\r\n")),
        .init("Content-Type in the trailers", .forbiddenTrailer, chunks("0\r\nContent-Type: a/b\r\n\r\n")),
        .init("Idempotency-Key in the trailers", .forbiddenTrailer, chunks("0\r\nIdempotency-Key: b\r\n\r\n")),
        .init("a folded trailer", .foldedField, chunks("0\r\nA: b\r\n c\r\n\r\n")),
        .init("a trailer without a colon", .fieldWithoutColon, chunks("0\r\nAbc\r\n\r\n")),
    ]

    static let tooLarge: [MustReject] = [
        .init("a request line over 8 KB", .requestLineTooLong, get("/" + String(repeating: "a", count: 8_192 - 13))),
        .init("a request line without end", .requestLineTooLong, "GET /" + String(repeating: "a", count: 9_000)),
        .init("fields over 32 KB", .fieldsTooLarge, with("A: \(String(repeating: "b", count: 32_768 - 13))\r\n")),
        .init("a field without end", .fieldsTooLarge, "GET / HTTP/1.1\r\nA: " + String(repeating: "b", count: 33_000)),
        .init("101 fields", .tooManyFields, with(String(repeating: "A: b\r\n", count: 100))),
        .init(
            "trailers over 32 KB", .fieldsTooLarge, chunks("0\r\nA: \(String(repeating: "b", count: 32_768))\r\n\r\n")),
        .init("101 trailers", .tooManyFields, chunks("0\r\n\(String(repeating: "A: b\r\n", count: 101))\r\n")),
        .init("a body over 1 MB, told by its length", .bodyTooLarge, post("Content-Length: 1048577\r\n")),
        .init(
            "a body over 1 MB with 100-continue", .bodyTooLarge,
            post("Expect: 100-continue\r\nContent-Length: 1048577\r\n")),
        .init("a chunk over 1 MB", .bodyTooLarge, chunks("100001\r\n")),
        .init("a chunk of almost 2⁶⁴ bytes", .bodyTooLarge, chunks("ffffffffffffffff\r\n")),
        .init("chunks over 1 MB together", .bodyTooLarge, chunks("1\r\na\r\n100000\r\n")),
    ]
}
