import HTTPServer

extension Reply {
    /// Waits for the response, unless it is available now.
    func response() async -> HTTPResponse {
        switch self {
        case .now(let response): return response
        case .later(let work): return await work()
        }
    }

    /// The same reply with a change of its response.
    func changed(by change: @escaping @Sendable (inout HTTPResponse) -> Void) -> Reply {
        switch self {
        case .now(var response):
            change(&response)
            return .now(response)
        case .later(let work):
            return .later {
                var response = await work()
                change(&response)
                return response
            }
        }
    }
}
