import Endpoints
import HTTPServer

extension HTTPResponse {
    /// The answer to a request that the HTTP server itself refuses, such as a malformed one: a problem document, as for
    /// any other error.
    static func refused(_ refusal: Refusal) -> HTTPResponse { .problem(refusal.asProblem) }
}

extension Refusal {
    fileprivate var asProblem: Problem {
        switch status {
        case .methodNotAllowed:
            Problem(.methodNotAllowed, explanation)
                .field("Allow", HTTPMethod.allCases.map(\.rawValue).joined(separator: ", "))
        case .requestTimeout: Problem(.requestTimeout, explanation)
        case .contentTooLarge: Problem(.contentTooLarge, explanation)
        case .unsupportedMediaType:
            Problem(.unsupportedMediaType, explanation).field("Accept-Encoding", "identity")
        case .versionNotSupported: Problem(.versionNotSupported, explanation)
        case .uriTooLong: Problem(.uriTooLong, explanation)
        case .expectationFailed: Problem(.expectationFailed, explanation)
        case .headerFieldsTooLarge: Problem(.headerFieldsTooLarge, explanation)
        case .serviceUnavailable: .unavailable()
        case _: Problem(.malformedRequest, explanation)
        }
    }
}
