import HTTPServer

extension Reply {
    /// Returns the HTTP response, and waits for it if it is not available yet.
    func response() async -> HTTPResponse {
        switch self {
        case .now(let response): return response
        case .later(let work): return await work()
        }
    }

    /// A copy of the reply whose response is modified by `change`.
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
