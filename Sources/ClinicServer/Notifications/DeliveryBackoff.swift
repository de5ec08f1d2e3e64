/// The pauses between the attempts to deliver a notification.
package enum DeliveryBackoff {
    /// The number of attempts after which a delivery is given up.
    package static let mostAttempts = 10
    /// The pause after the first attempt, in seconds. It doubles with each attempt.
    private static let first: Int64 = 15
    private static let longest: Int64 = 3_600
    /// The longest pause, in seconds, that a service can ask for before a delivery is tried again. A longer pause is
    /// shortened to it.
    private static let longestAsked = 86_400

    /// The number of seconds from an attempt to the next one. Up to half of the pause is random, so deliveries that
    /// failed together are not tried again together.
    ///
    /// - Parameters:
    ///   - attempts: the number of attempts so far, at least 1.
    ///   - asked: the pause in seconds that the service asked for; `nil` if it asked for none.
    package static func pause(
        after attempts: Int, asked: Int?, using random: inout some RandomNumberGenerator
    ) -> Int64 {
        let doubled = min(longest, first << Int64(min(max(0, attempts - 1), 20)))
        let pause = doubled / 2 + Int64.random(in: 0...doubled / 2, using: &random)
        return max(pause, Int64(min(max(0, asked ?? 0), longestAsked)))
    }
}
