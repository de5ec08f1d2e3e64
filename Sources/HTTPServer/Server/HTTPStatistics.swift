public import Metrics

/// The counters of one HTTP server since it began to listen.
public struct HTTPStatistics: Sendable {
    /// The number of connections that the server accepted, including refused ones.
    public internal(set) var accepted: UInt64 = 0
    /// The number of connections that were reset at once, since too many others were being refused with an answer, or
    /// the server was draining.
    public internal(set) var turnedAway: UInt64 = 0
    public internal(set) var failedHandshakes: UInt64 = 0
    /// The number of HTTP/2 connections that the server ended with ENHANCE_YOUR_CALM, such as for too many useless
    /// frames.
    public internal(set) var calmed: UInt64 = 0
    /// The number of received bytes, counted after decryption.
    public internal(set) var receivedBytes: UInt64 = 0
    public internal(set) var sentBytes: UInt64 = 0
    /// The number of requests and connections that were refused with an answer, such as malformed ones, by status.
    public internal(set) var refusals: [UInt16: UInt64] = [:]
    /// A histogram of the durations of parsing a request's head, for a sample of HTTP/1.1 requests.
    public internal(set) var parsing = Histogram.durations
    /// A histogram of the durations of calls that write output to the socket, for a sample of answers.
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
