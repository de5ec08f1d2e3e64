import Endpoints
import EventLoop
import HTTPServer
import Metrics

/// Serves the metrics page for Prometheus. It has its own port, which only this machine reaches, and its own loop,
/// since writing the page takes longer than most requests.
final class MetricsServer: Sendable {
    private let loop: EventLoop
    private let server: HTTPServer
    private let source: LoopBound<MetricsSource>

    /// The claim that keeps other processes from listening at the metrics' port. Two processes must not share it, since
    /// Prometheus could not distinguish their pages.
    private let claim: AddressClaim

    var port: UInt16 { server.port }

    static let host = "127.0.0.1"

    /// Starts to serve the metrics.
    ///
    /// - Throws: `ConfigurationError.addressInUse`, or the system's error for the port.
    init(port: UInt16, _ process: MetricsSource.Process) throws {
        let loop = try EventLoop(name: "metrics")
        var limits = HTTPLimits()
        (limits.connections, limits.body) = (16, 0)
        let source = LoopBound(sending: MetricsSource(on: loop, process), on: loop)
        do {
            claim = try AddressClaim(host: Self.host, port: port)
            let socket = try ListeningSocket(host: Self.host, port: claim.port)
            server = HTTPServer(on: loop, socket, limits: limits, refusal: { .refused($0) }) {
                Self.answer($0, source.value)
            }
        } catch {
            Task { await loop.stop() }
            if error.isAddressInUse { throw ConfigurationError.addressInUse(authority(Self.host, port)) }
            throw error
        }
        self.loop = loop
        self.source = source
        source.execute { $0.beginProbing() }
    }

    private static func answer(_ request: HTTPRequest, _ source: MetricsSource) -> Reply {
        guard request.pathBytes.elementsEqual("/metrics".utf8) else { return .now(.problem(.notFound)) }
        guard request.method == .get || request.method == .head else {
            return .now(.problem(.methodNotAllowed(allow: "GET, HEAD")))
        }
        return .later { .document(await source.page(), Exposition.mediaType) }
    }

    /// Adds the metrics that exist once the server serves requests.
    func started(_ services: [LoopBound<LoopServices>], _ background: BackgroundWork) {
        source.execute { source in
            source.services = services
            source.background = background
        }
    }

    func stop() async {
        source.execute { $0.endProbing() }
        await server.drain(within: .seconds(1))
        await loop.stop()
    }
}
