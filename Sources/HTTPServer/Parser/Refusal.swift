/// The reason why a request is refused. Most refusals come from the parser; the cases at the end of the list come from
/// the connection. An HTTP/1.1 connection is closed after the answer, since the server does not know where the next
/// request begins. On HTTP/2 a refused request ends only its stream.
public enum Refusal: Error, Sendable, Hashable, CaseIterable {
    // Refusals because of errors in the request line (RFC 9112 §3).
    case malformedRequestLine
    /// The client begins a TLS handshake on a port without TLS.
    case tlsHandshakeInPlainHTTP
    case malformedVersion
    case unsupportedVersion
    case malformedMethod
    case methodNotServed
    case methodUnknown
    case requestLineTooLong
    // Refusals because of errors in the request target (RFC 9112 §3.2 and RFC 3986).
    case malformedTarget
    case forbiddenByteInTarget
    case malformedPercentEncoding
    case forbiddenPercentEncoding
    case dotSegment
    case targetDiffersFromHost
    // Refusals because of errors in line endings (RFC 9112 §2.2).
    case bareLineFeed
    case bareCarriageReturn
    // Refusals because of errors in header fields (RFC 9112 §5).
    case foldedField
    case spaceBeforeColon
    case malformedFieldName
    case fieldWithoutColon
    case controlCharacterInValue
    case fieldsTooLarge
    case tooManyFields
    // Refusals because of errors in the Host field (RFC 9112 §3.2).
    case hostMissing
    case hostRepeated
    case malformedHost
    // Refusals because of errors in the framing of the body (RFC 9112 §6).
    case contentLengthRepeated
    case malformedContentLength
    case transferEncodingRepeated
    case transferEncodingUnknown
    case transferEncodingInHTTP10
    case contentLengthWithTransferEncoding
    case expectationUnknown
    /// The request's body is compressed, or encoded otherwise.
    case contentCodingUnknown
    case bodyTooLarge
    // Refusals because of errors in the chunks of a body (RFC 9112 §7.1).
    case malformedChunkSize
    case chunkSizeTooLong
    case malformedChunkExtension
    case chunkExtensionTooLong
    case chunkNotTerminated
    case forbiddenTrailer
    // Refusals that come from the connection and not from the parser: the client exceeded a time limit, or the server
    // has too many connections or too many bytes of incomplete bodies.
    case headerTimeout
    case bodyTooSlow
    case tooManyConnections
    case tooManyBodies

    /// The status of the answer to a request that is refused for this reason.
    public var status: HTTPStatus {
        switch self {
        // RFC 9110 §9.1 recommends 501 for an unknown method. 405 is sent instead, since the mistake is the client's
        // and a 5xx status would alarm the operator.
        case .methodNotServed, .methodUnknown: .methodNotAllowed
        case .requestLineTooLong: .uriTooLong
        case .fieldsTooLarge, .tooManyFields: .headerFieldsTooLarge
        case .expectationUnknown: .expectationFailed
        case .contentCodingUnknown: .unsupportedMediaType
        case .unsupportedVersion: .versionNotSupported
        case .bodyTooLarge: .contentTooLarge
        case .headerTimeout, .bodyTooSlow: .requestTimeout
        case .tooManyConnections, .tooManyBodies: .serviceUnavailable
        case .malformedRequestLine, .tlsHandshakeInPlainHTTP, .malformedVersion, .malformedMethod, .malformedTarget,
            .forbiddenByteInTarget, .malformedPercentEncoding, .forbiddenPercentEncoding, .dotSegment,
            .targetDiffersFromHost,
            .bareLineFeed, .bareCarriageReturn, .foldedField, .spaceBeforeColon, .malformedFieldName,
            .fieldWithoutColon,
            .controlCharacterInValue, .hostMissing, .hostRepeated, .malformedHost, .contentLengthRepeated,
            .malformedContentLength, .transferEncodingRepeated, .transferEncodingUnknown, .transferEncodingInHTTP10,
            .contentLengthWithTransferEncoding, .malformedChunkSize, .chunkSizeTooLong, .malformedChunkExtension,
            .chunkExtensionTooLong, .chunkNotTerminated, .forbiddenTrailer:
            .badRequest
        }
    }

    /// The reason for the refusal as text for the client, made from the name of the enum's case. It quotes nothing from
    /// the request.
    public var explanation: String {
        "\(self)".reduce(into: "") { text, letter in
            if letter.isUppercase, text.last?.isLowercase == true { text.append(" ") }
            text.append(letter.isUppercase ? Character(letter.lowercased()) : letter)
        }
    }

    /// The answer that tells the client the reason of the refusal, as a problem document (RFC 9457).
    public var response: HTTPResponse {
        let text = """
            {"type":"about:blank","title":"\(status.reason)","status":\(status.code),"detail":"\(explanation)"}
            """
        var fields: HTTPFields = ["Content-Type": "application/problem+json", "Cache-Control": "no-store"]
        if status == .methodNotAllowed {
            fields.append("Allow", HTTPMethod.allCases.map(\.rawValue).joined(separator: ", "))
        }
        if self == .contentCodingUnknown { fields.append("Accept-Encoding", "identity") }
        if status == .serviceUnavailable { fields.append("Retry-After", "1") }
        return HTTPResponse(status, fields: fields, body: .bytes(Array(text.utf8)))
    }
}
