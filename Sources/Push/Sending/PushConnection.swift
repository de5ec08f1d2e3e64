import EventLoop
import HTTPClient
import TLS

/// The loop and the TLS settings that the clients of a push service share.
struct PushConnection: Sendable {
    let loop: EventLoop
    let context: TLSContext

    /// Makes the TLS settings for the clients of a push service.
    ///
    /// - Parameter authorities: a PEM file with the certificate authorities that the client trusts; `nil` for the
    ///   system's.
    init(on loop: EventLoop, trusting authorities: String?) throws(PushConfigurationError) {
        self.loop = loop
        do { context = try TLSContext(trusting: authorities, speaking: [.http2]) } catch {
            throw PushConfigurationError("\(authorities ?? "the system's certificates"): \(error)")
        }
    }

    func client(of origin: HTTPSOrigin) -> HTTPClient { HTTPClient(to: origin, on: loop, context) }
}
