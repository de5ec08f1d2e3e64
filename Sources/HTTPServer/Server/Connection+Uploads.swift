import EventLoop

/// Handles, on an HTTP/1.1 connection, each request whose handler reads the request's body while the body arrives.
extension Connection {
    /// Starts the handler of a request after the request's head. If earlier requests are not answered yet, the server
    /// reads nothing of the body until they are.
    func beginUpload(_ head: HTTPRequest, limit: Int) {
        parser.bodyLimit = limit
        let upload = IncomingBody(of: service)
        upload.whenTaken = { [weak self] in self?.bodyIsTaken() }
        var request = head
        request.incoming = HTTPBodyReader(upload, on: loop)
        incoming = Incoming(request: request, upload: upload, clock: BodyClock(since: loop.now))
        start(request)
    }

    func answer(_ request: HTTPRequest, reading upload: IncomingBody, _ shape: AnswerShape) {
        var shape = shape
        switch service.respond(request) {
        case .now(let response):
            // The handler has answered at once, so the answer does not depend on the request's body, and the body is
            // not read. The connection must end after the answer, since the server would mistake the body for the next
            // request.
            shape.isLast = true
            end()
            endIncoming()
            deliver(.ready(response), isSafe: false, shape)
        case .later(let work):
            let exchange = Exchange(.waiting, isSafe: false, shape: shape, upload: upload)
            exchanges.append(exchange)
            exchange.task = loop.task { [self] in finish(exchange, await work()) }
        }
    }

    /// Lets the client send more of a body, since the request's handler has taken all bytes that had arrived.
    private func bodyIsTaken() {
        guard phase == .open else { return }
        service.date.update(at: loop.now)
        resume()
        flushSoon()
    }

    /// Marks a body as complete after its last byte has arrived. If the connection closes after the answer, nothing
    /// more is read.
    func complete(_ upload: IncomingBody) {
        upload.finish()
        endIncoming()
        guard let exchange = exchanges.last else { return }
        if service.isDraining { exchange.shape.isLast = true }
        if exchange.shape.isLast { end() }
    }

    /// Ends the reading of a request's body after the request's handler has ended. If the body is not complete, the
    /// answer is the connection's last one.
    ///
    /// - Returns: the answer that replaces the handler's, if the server has refused the request meanwhile.
    func end(_ upload: IncomingBody, of exchange: Exchange) -> HTTPResponse? {
        if !upload.isComplete {
            exchange.shape.isLast = true
            end()
            endIncoming()
        }
        upload.abandon()
        return upload.refusal.map(service.refusal)
    }

    /// Refuses a request whose handler is running. The handler gets an error when it reads the body, and its answer is
    /// replaced by the refusal's.
    ///
    /// - Returns: whether the connection has such a request.
    func refuseUpload(_ refusal: Refusal) -> Bool {
        guard phase == .open, held == nil, let upload = incoming?.upload else { return false }
        end()
        upload.abandon(refusal)
        endIncoming()
        return true
    }
}
