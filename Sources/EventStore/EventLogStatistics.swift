import Metrics

/// Counters of one loop's log since it was created.
package struct EventLogStatistics: Sendable {
    package var batches = 0
    package var commands = 0
    package var events = 0
    package var races = 0
    /// The number of commands that the log decided speculatively: on the expected events of earlier commands in their
    /// batch.
    package var following = 0
    package var abortedBatches = 0
    /// The number of batches that were appended optimistically.
    package var optimistic = 0
    /// The number of optimistic appends that failed because a feed did not end where the log expected it.
    package var overtaken = 0
    package var fetches = 0
    /// The number of events that were fetched from PostgreSQL for the states of decisions and queries.
    package var eventsRead = 0

    /// A histogram of the number of commands in a batch.
    package var batchSizes = Histogram.sizes
    /// A histogram of the durations of fetches of states, from the query until the events are folded into the cache.
    package var loading = Histogram.durations
    /// A histogram of the durations of runs of decisions on the cached states.
    package var deciding = Histogram.durations
    /// A histogram of the times for which decided commands wait in the queue before they join a batch.
    package var queueing = Histogram.durations
    /// A histogram of the durations of batches, from their start until they are committed or have failed.
    package var appending = Histogram.durations
    /// A histogram of the durations of the round trips that commit batches. Failed commits are not counted.
    package var committing = Histogram.durations

    package init() {}

    package mutating func add(_ other: EventLogStatistics) {
        batches += other.batches
        commands += other.commands
        events += other.events
        races += other.races
        following += other.following
        abortedBatches += other.abortedBatches
        optimistic += other.optimistic
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
