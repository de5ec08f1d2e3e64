/// The pauses between the attempts to deliver a webhook's next message.
package enum WebhookBackoff {
    /// The time in seconds after which a webhook is disabled if no attempt succeeds.
    package static let longestFailure: Int64 = 3 * 86_400
    /// The pause after the first failed attempt, in seconds. It doubles with each attempt.
    private static let first: Int64 = 10
    private static let longest: Int64 = 3_600

    /// The number of seconds from a failed attempt to the next one. Half of it is random, so that webhooks that failed
    /// together are not tried again together.
    ///
    /// - Parameter attempts: the number of attempts so far, at least 1.
    package static func pause(after attempts: Int, using random: inout some RandomNumberGenerator) -> Int64 {
        let doubled = min(longest, first << Int64(min(max(0, attempts - 1), 20)))
        return doubled / 2 + Int64.random(in: 0...doubled / 2, using: &random)
    }
}
