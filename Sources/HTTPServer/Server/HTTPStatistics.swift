public import Metrics

/// What a server has counted since it began to listen.
public struct HTTPStatistics: Sendable {
    /// Connections that were accepted, those included that were turned away.
    public internal(set) var accepted: UInt64 = 0
    /// Connections that were reset, since there was no room even to say so.
    public internal(set) var turnedAway: UInt64 = 0
    public internal(set) var failedHandshakes: UInt64 = 0
    /// HTTP/2 connections that were ended because the client asked for too much of what is of no use.
    public internal(set) var calmed: UInt64 = 0
    /// Inside TLS, where there is TLS.
    public internal(set) var receivedBytes: UInt64 = 0
    public internal(set) var sentBytes: UInt64 = 0
    /// What was refused before it was a request, by the status that it was answered with.
    public internal(set) var refusals: [UInt16: UInt64] = [:]
    /// Of some requests over HTTP/1.1: from their bytes to their head.
    public internal(set) var parsing = Histogram.durations
    /// Of some answers: the calls that hand them to the system.
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
