/// The words in generated requests. Parsers are known to interpret the `odd` words differently.
enum Vocabulary {
    static let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
    static let oddMethods = [
        "CONNECT", "TRACE", "PROPFIND", "BREW", "get", "GE T", "G\u{0}T", "PRI", "", "SOURCE", "GETT", "M-SEARCH",
    ]
    static let oddSpaces = ["  ", "\t", "", " \t", "\u{b}", "\u{c}", "\r"]
    static let oddVersions = [
        "HTTP/1.0", "HTTP/1.0", "HTTP/0.9", "HTTP/2.0", "HTTP/1.2", "HTTP/1", "http/1.1", "HTTP/1.1 ", "HTTP/11",
        "HTTP/1.01", "",
        "ICE/1.0", "RTSP/1.0", "HTTP/9.9",
    ]
    static let segments = [
        "api", "v1", "appointments", "a-b_c~d", "x.json", "a%20b", "%C3%A9", "", "@:;=,+!$&'()*", "...",
    ]
    static let oddSegments = [
        ".", "..", "%2e", ".%2E", "%00", "%0d%0a", "%2f", "%5c", "%", "%4", "%zz", "a#b", "é", "a\\b", "\"", "\u{7f}",
        "%ff",
    ]
    static let queries = ["a=1", "a=1&b=2", "a", "=", "q=m%C3%BCller", "x=[1]", "a=1&a=2", "?", "q=a+b", ""]
    static let oddTargets = [
        "*", "http://a.example/", "HTTP://A.example/x", "http://b.example/", "http://a.example", "http://u@a.example/",
        "a.example:80",
        "ftp://a/", "https://a.example/?x", "//a", "http:///", "x", "", "http://a.example?x",
    ]
    static let names = [
        "Accept", "User-Agent", "X-Test", "If-None-Match", "Authorization", "Cookie", "X", "x_y", "Content-Type", "TE",
        "Date",
    ]
    static let values = [
        "x", "", "*/*", "a, b;q=0.1", "\"etag\"", "Bearer a.b.c", "tab\there", "  padded \t", "é", "a:b",
        "twelve bytes and some more",
    ]
    static let oddValues = [
        "\u{1}", "\u{7f}", "\u{0}", "x\ry", "\u{b}", "more than eight \u{c}", "twelve bytes \u{1f}",
    ]
    static let oddColons = [" : ", "", "::", "\t:", ":\t", " ", ":"]
    static let oddLineEnds = ["\n", "\r", "\r\r\n", "\r\n ", "\r\n\t", "", "\n\r", " \r\n", "\u{0}\r\n"]
    static let oddHosts = [
        "", "a, b", "u@a.example", "a/b", "a.example:", "a.example:80", "[::1]", "A.EXAMPLE", "a b", "é", "a.example\t",
    ]
    static let connections = [
        "close", "close\t", "\tkeep-alive \t", "keep-alive,", "keep-alive\t,close", "keep-alive", "Close", "close, x",
        "keep-alive, close", ",", "x", "", "transfer-encoding",
    ]
    static let oddLengths = [
        "+1", "-1", "0x1", "1, 1", "", " ", "1 1", "99999999999999999999", "1.0", "007", "18446744073709551616",
        "2000000", "1\t", "0",
    ]
    static let oddCodings = [
        "Chunked", "gzip", "gzip, chunked", "chunked, gzip", "chunked,", ",chunked", "chunked;a", "\"chunked\"", "",
        "identity", "chunked ", "\u{b}chunked",
        "chunked, chunked", "chunked\t", "\tchunked", "chunke", "chunkedd",
    ]
    static let oddSizePrefixes = ["0x", "+", "-", " ", "0", "00000000000000000", "\t", "0000000", "g"]
    static let extensions = [
        ";a", ";a=b", ";a=\"b\"", "; a=b", " ;a", ";", ";\u{1}", ";a\t=b", ";;", " ", ";a=\"b", ";\n", ";a=b;c=d",
    ]
    static let oddLastChunks = [
        "0 \r\n", "00\r\n", "0;a\r\n", "0\n", "0\r", "", "-0\r\n", "0x0\r\n", "0\r\n\r\n", "\r\n",
        "0000000000000000\r\n",
    ]
    static let trailers = [
        "X-Sum", "Content-Length", "Transfer-Encoding", "Host", "X-Checksum", "Trailer", "etag", "X sum", "",
    ]
    static let oddBytes: [UInt8] = [
        0, 1, 9, 10, 11, 12, 13, 32, 34, 35, 37, 44, 47, 58, 59, 92, 95, 127, 128, 160, 255,
    ]
}
