import Endpoints
import EventLoop
import HTTPServer

/// Finds the endpoint of a request by its method and path.
extension Dispatcher {
    func route(_ request: HTTPRequest, from peer: SocketAddress?, _ track: inout RequestTrack) -> Reply {
        switch router.match(Method(request.method), request.pathBytes) {
        case .found(let index, let arguments):
            let endpoint = endpoints[index]
            track.operation = index
            track.mayBeHeld =
                (endpoint.operation.isPolled || endpoint.operation.isFollowed)
                && request.headers.bytes("prefer") != nil
            return authenticate(
                RoutedRequest(
                    request: request, peer: peer, endpoint: endpoint, areas: areas[index], arguments: arguments,
                    trace: track.trace, mayWait: true))
        case .options(let allow): return .now(.options(allow: allow))
        case .methodNotAllowed(let allow): return .now(.problem(.methodNotAllowed(allow: allow)))
        case .notFound: return .now(.problem(.notFound))
        }
    }
}
