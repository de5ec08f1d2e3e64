public import Metrics

/// A server's counters since it began to listen.
public struct HTTPStatistics: Sendable {
    /// The number of accepted connections, including refused ones.
    public internal(set) var accepted: UInt64 = 0
    /// The number of connections that were reset, since there was no room even for a refusal.
    public internal(set) var turnedAway: UInt64 = 0
    public internal(set) var failedHandshakes: UInt64 = 0
    /// The number of HTTP/2 connections that were ended because of too many useless frames.
    public internal(set) var calmed: UInt64 = 0
    /// The number of received bytes, counted after decryption.
    public internal(set) var receivedBytes: UInt64 = 0
    public internal(set) var sentBytes: UInt64 = 0
    /// The number of answers to malformed input, by status.
    public internal(set) var refusals: [UInt16: UInt64] = [:]
    /// The time to parse a request's head, for a sample of HTTP/1.1 requests.
    public internal(set) var parsing = Histogram.durations
    /// The time of the write calls, for a sample of answers.
    public internal(set) var writing = Histogram.durations

    public init() {}

    public mutating func add(_ other: HTTPStatistics) {
        accepted += other.accepted
        turnedAway += other.turnedAway
        failedHandshakes += other.failedHandshakes
        calmed += other.calmed
        receivedBytes += other.receivedBytes
        sentBytes += other.sentBytes
        refusals.merge(other.refusals, uniquingKeysWith: +)
        parsing.add(other.parsing)
        writing.add(other.writing)
    }
}
