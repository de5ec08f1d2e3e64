import Clinic
import Endpoints
import HTTPServer

/// Holds polls whose client prefers to wait for a change (RFC 7240 §4.3).
extension Dispatcher {
    /// The value of `Retry-After`, in seconds, for a poll or a stream that is refused because there are too many.
    static let retryOfPolls = 5

    /// Answers a poll whose client prefers to wait for a change, and names the version that it has in `If-None-Match`.
    /// Returns `nil` for any other request.
    ///
    /// After the wait the caller is authenticated again, and gets the same answer as a request that arrives at that
    /// time.
    func holdPoll(_ query: @escaping Query, _ call: ServerCall, _ principal: Principal) -> Reply? {
        guard call.mayWait, call.operation.isPolled, let preference = call.waitPreference,
            let conditions = try? call.preconditions(), case .tags? = conditions.ifNoneMatch
        else { return nil }
        return .later { [self] in
            // If the process does not know the view's version, the answer to a poll is made before any wait. This makes
            // the version known. If the client has that version already, the poll is held nevertheless.
            var answer: HTTPResponse?
            if findView(query, call, principal) == nil { answer = await answerAgain(call, principal) }
            guard let (_, view, version) = findView(query, call, principal) else {
                if let answer { return answer }
                return await answerAgain(call, principal)
            }
            if conditions.reading(EntityTag(view, version)) == .notModified {
                let wait = await services.polls.wait(
                    for: view, in: principal.clinic, after: version, atMost: .seconds(preference.seconds),
                    by: Sharer(principal))
                // If too many polls are held, a further poll gets 503 with Retry-After, because an immediate 304 would
                // make the client repeat it in a tight loop.
                if wait == .full { return .problem(.unavailable(retryAfter: Self.retryOfPolls)) }
                let late = await answerAgain(call, principal)
                return wait == .waited ? late.applying(preference) : late
            }
            if let answer { return answer.applying(preference) }
            return await answerAgain(call, principal).applying(preference)
        }
    }
}

extension HTTPResponse {
    func applying(_ preference: WaitPreference) -> HTTPResponse {
        guard status == .ok || status == .notModified else { return self }
        var answer = self
        answer.fields.append("Preference-Applied", preference.text)
        return answer
    }
}

extension ServerCall {
    var waitPreference: WaitPreference? {
        request.headers.all("prefer").lazy.compactMap { WaitPreference(Array($0.utf8)[...]) }.first
    }
}
