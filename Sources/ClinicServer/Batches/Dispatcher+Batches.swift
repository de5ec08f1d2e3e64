import Endpoints
import EventLoop
import HTTPServer
import Identity
import JSON

/// Performs the commands of a command batch. Each command goes through the same steps as a single request.
extension Dispatcher {
    /// Performs the commands one after the other, and returns the answer to the command batch.
    func runBatch(_ batch: CommandBatch, _ call: ServerCall, _ principal: Principal) async -> HTTPResponse {
        let peer = services.proxies.client(of: call.request)
        var answers: [BatchedAnswer] = []
        var isPreviousDone = true
        for command in batch.commands {
            // The client has disconnected, so the remaining commands are not performed. The client can send the whole
            // command batch again.
            if Task.isCancelled { break }
            let answer =
                command.dependsOnPrevious && !isPreviousDone
                ? BatchedAnswer(.problem(Problem(.previousNotDone)))
                : await perform(command, from: peer, call, principal)
            isPreviousDone = answer.isDone
            answers.append(answer)
        }
        return .json(200, CommandBatchAnswer.codec.bytes(CommandBatchAnswer(answers: answers)))
    }

    /// Performs one command of a command batch, and counts it in the metrics.
    private func perform(
        _ command: BatchedCommand, from peer: SocketAddress?, _ call: ServerCall, _ principal: Principal
    ) async -> BatchedAnswer {
        let request: HTTPRequest
        do throws(Refusal) { request = try command.request(in: call.request) } catch {
            return BatchedAnswer(
                .problem(
                    .malformed([
                        InputIssue(
                            .body, "/commands", code: "bad_request",
                            detail: "the path or a header field is not valid HTTP")
                    ])))
        }
        var track = services.metrics.begin(request, isFromProxy: false)
        let reply = limitCommand(request, from: peer, principal, &track)
        var response = await reply.response()
        services.metrics.end(track, &response)
        return BatchedAnswer(response)
    }

    /// Counts a command against the rate limit of the client's network, and finds the command's endpoint.
    private func limitCommand(
        _ request: HTTPRequest, from peer: SocketAddress?, _ principal: Principal, _ track: inout RequestTrack
    ) -> Reply {
        if let notice = services.shared.rates.ofNetwork(peer, at: services.loop.now), notice.isRefusal {
            return answerRateLimited(notice)
        }
        switch router.match(Method(request.method), request.pathBytes) {
        case .found(let index, let arguments):
            let endpoint = endpoints[index]
            track.operation = index
            guard endpoint.operation.isBatchable else { return .now(.problem(Problem(.notBatchable))) }
            let routed = RoutedRequest(
                request: request, peer: peer, endpoint: endpoint, areas: areas[index], arguments: arguments,
                trace: track.trace, mayWait: true)
            // The caller is authenticated again before each command of a command batch, since the session may have
            // ended or been locked since the command batch began.
            return .later { [self] in
                await finishAuthentication(routed, nil) {
                    try await services.identity.authenticate(again: principal, at: routed.call(by: nil).now)
                }
            }
        case .options, .notFound: return .now(.problem(.notFound))
        case .methodNotAllowed(let allow): return .now(.problem(.methodNotAllowed(allow: allow)))
        }
    }
}

extension Operation {
    /// Whether this operation can be a command of a command batch. Such an operation takes an idempotency key, so a
    /// command batch can be repeated without a second effect.
    var isBatchable: Bool { !isSafe && requiresAuthentication && idempotency != .none && upload.isEmpty }
}

extension HTTPFields {
    /// The value of the first header field with the given name, in exactly this spelling; `nil` if there is none.
    func value(of name: String) -> String? {
        let start = Array("\(name): ".utf8)
        for line in block.split(separator: UInt8(ascii: "\n")) where line.starts(with: start) {
            return String(decoding: line.dropFirst(start.count).dropLast(), as: UTF8.self)
        }
        return nil
    }
}
