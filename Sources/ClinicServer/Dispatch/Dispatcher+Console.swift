import EventLoop
import HTTPServer

/// Answers requests for the pages and files of the browser console.
extension Dispatcher {
    /// The answer to a request for an address of the console; `nil` if the request is for something else.
    ///
    /// The console's files have a rate of their own for each network. A page may load hundreds of files, so the desks of
    /// a clinic that open their pages at the same time must not use up what the clinic may ask of the API.
    func answerConsole(_ request: HTTPRequest, from peer: SocketAddress?, _ track: inout RequestTrack) -> Reply? {
        guard let reply = services.shared.console?.reply(to: request) else { return nil }
        track.operation = LoopCounts.console
        let notice = services.shared.rates.ofConsole(peer, at: services.loop.now)
        if let notice, notice.isRefusal { return answerRateLimited(notice) }
        return reply.marked(notice)
    }
}
