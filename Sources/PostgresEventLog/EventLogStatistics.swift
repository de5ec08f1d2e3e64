import Metrics

/// What one loop's log has counted since it was made.
package struct EventLogStatistics: Sendable {
    package var batches = 0
    package var commands = 0
    package var events = 0
    package var races = 0
    /// Commands that were decided on what was before them in their batch.
    package var following = 0
    package var abortedBatches = 0
    /// Batches that were sent in one piece.
    package var straight = 0
    /// Batches that were sent in one piece in vain, since another process had appended.
    package var overtaken = 0
    package var fetches = 0
    /// Events that were read for decisions and questions.
    package var eventsRead = 0

    /// Commands that went to the database together.
    package var batchSizes = Histogram.sizes
    /// Facts, from the question to their place in memory.
    package var loading = Histogram.durations
    /// Runs of a decision on the facts at hand.
    package var deciding = Histogram.durations
    /// From a command's decision until a batch takes it.
    package var queueing = Histogram.durations
    /// A batch, from when it is taken until it is durable or has come to nothing.
    package var appending = Histogram.durations
    /// The round trip that ends with a commit.
    package var committing = Histogram.durations

    package init() {}

    package mutating func add(_ other: EventLogStatistics) {
        batches += other.batches
        commands += other.commands
        events += other.events
        races += other.races
        following += other.following
        abortedBatches += other.abortedBatches
        straight += other.straight
        overtaken += other.overtaken
        fetches += other.fetches
        eventsRead += other.eventsRead
        batchSizes.add(other.batchSizes)
        loading.add(other.loading)
        deciding.add(other.deciding)
        queueing.add(other.queueing)
        appending.add(other.appending)
        committing.add(other.committing)
    }
}
