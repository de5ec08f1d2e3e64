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
    /// How long one fetch of states takes, from the query until the events are folded into the cache.
    package var loading = Histogram.durations
    /// How long one run of a decision on the cached states takes.
    package var deciding = Histogram.durations
    /// How long a decided command waits in the queue before it joins a batch.
    package var queueing = Histogram.durations
    /// How long a batch takes from its start until it is committed or has failed.
    package var appending = Histogram.durations
    /// How long the round trip that commits a batch takes. Failed commits are not counted.
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
