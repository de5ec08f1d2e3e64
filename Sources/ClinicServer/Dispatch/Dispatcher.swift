import Endpoints
import EventLoop
import HTTPServer

/// Answers the requests of one loop and one kind of listener.
///
/// The steps of a request are functions: `answer`, `limitRate`, `route`, `authenticate`, `authorize`, `checkArea`,
/// `prepareAction`, and then `runCommand`, `answerQuery`, `runComputation` or `performWork`.
final class Dispatcher {
    let services: LoopServices
    let endpoints: [Endpoint<ServerAction>]
    let router: Router
    let access: ListenerAccess
    /// The areas of the mobile app for each endpoint, in the order of `endpoints`.
    let areas: [EndpointAreas]
    /// The ids of the operations whose answers are made in turns.
    let heavy: Set<String>
    /// The ids of the operations that search.
    let searches: Set<String>
    let polled: PolledViews
    var knownPolls = KnownPolls()
    let gzip = GzipEncoder()

    init(_ services: LoopServices, endpoints: [Endpoint<ServerAction>], router: Router, access: ListenerAccess) {
        self.services = services
        polled = PolledViews(on: services.loop)
        self.endpoints = endpoints
        heavy = Set(endpoints.map(\.operation).filter(\.isHeavy).map(\.id))
        searches = Set(endpoints.map(\.operation).filter(\.isSearch).map(\.id))
        areas = endpoints.map { EndpointAreas($0.operation) }
        self.router = router
        self.access = access
    }

    /// Answers a request, compresses the answer if the client accepts that, and counts it in the metrics.
    func answer(_ request: HTTPRequest) -> Reply {
        var track = services.metrics.begin(request, isFromProxy: services.proxies.trusts(request.peerAddress))
        let compressor = takesCompressed(request) ? self : nil
        switch limitRate(request, &track) {
        case .now(var response):
            if let compressor, response.isLarge {
                return .later { [metrics = services.metrics, track, response] in
                    var response = response
                    await compressor.compressBesideLoop(&response, for: request)
                    metrics.end(track, &response)
                    return response
                }
            }
            compressor?.compress(&response, for: request)
            services.metrics.end(track, &response)
            return .now(response)
        case .later(let work):
            return .later { [metrics = services.metrics, track] in
                var response = await work()
                await compressor?.compressBesideLoop(&response, for: request)
                metrics.end(track, &response)
                return response
            }
        }
    }

    /// Counts the request against the rate of the client's network before anything else is done for it. Files of the
    /// browser console have a rate of their own.
    private func limitRate(_ request: HTTPRequest, _ track: inout RequestTrack) -> Reply {
        let peer = services.proxies.client(of: request)
        if let reply = answerConsole(request, from: peer, &track) { return reply }
        let notice = services.shared.rates.ofNetwork(peer, at: services.loop.now)
        if let notice, notice.isRefusal { return answerRateLimited(notice) }
        return route(request, from: peer, &track).marked(notice)
    }

    /// The answer to a request above a rate limit.
    func answerRateLimited(_ notice: RateNotice) -> Reply {
        services.metrics.limited(by: notice.limit)
        return .now(notice.refusal)
    }
}
