import EventLoop
import EventSourcing
import Identifiers
import Metrics
import PostgresClient
import SQL

/// The functions that fetch states. At most two fetches run at the same time for each clinic. Commands and queries that
/// need missing states while two fetches run share the next fetch.
extension EventLog {
    /// The maximum number of concurrent fetches of states for one clinic. With two, the log reads the result of one
    /// while PostgreSQL computes the other.
    private static var fetchesAtOnce: Int { 2 }
    /// The maximum number of commands and queries whose states one fetch loads. Further ones wait for the next fetch.
    private static var requestsPerFetch: Int { 64 }

    func fetch(_ request: StateRequest<Event>, of clinic: UUIDBytes) {
        let states = caches[clinic]
        states.waiting.append(request)
        guard states.fetches < Self.fetchesAtOnce else { return }
        states.fetches += 1
        loop.task { [self] in
            while !states.waiting.isEmpty {
                let group = Array(states.waiting.prefix(Self.requestsPerFetch))
                states.waiting.removeFirst(group.count)
                await fetch(group, of: clinic, into: states)
            }
            states.fetches -= 1
        }
    }

    private func fetch(_ group: [StateRequest<Event>], of clinic: UUIDBytes, into states: ClinicStates<Event>) async {
        let results: [Fetched]
        do {
            results = try await load(group, of: clinic, into: states)
        } catch let what as Unreadable {
            if group.count == 1 { return group[0].done(.failure(.unreadable(what))) }
            // An event that a fetch for several commands or queries needs cannot be read. So the states of each one are
            // fetched alone, and only those that need this event fail.
            for request in group { await fetch([request], of: clinic, into: states) }
            return
        } catch {
            for request in group { request.done(.failure(LogFailure(error))) }
            return
        }
        for (request, fetched) in zip(group, results) { request.done(.success(fetched)) }
    }

    private func load(
        _ group: [StateRequest<Event>], of clinic: UUIDBytes, into states: ClinicStates<Event>
    ) async throws -> [Fetched] {
        statistics.fetches += 1
        let since = NanosecondClock.now
        defer { statistics.loading.record(NanosecondClock.now &- since) }
        let missing = group.flatMap { $0.missing }
        var known: [Tag: Int64] = [:]
        for request in group { known.merge(request.refreshing) { min($0, $1) } }
        let after = StateCache.request(missing: missing, refreshing: known)
        let ids = Set(group.compactMap { $0.id })
        let last = states.cache.lastAlone(missing, after: after)
        var statements = [Statement.states(of: clinic, after: after, last: last)]
        if !ids.isEmpty { statements.append(.answers(ids.map { InClinic(clinic: clinic, value: $0) })) }
        let results = try await reads.perform(statements, effect: .reads)
        guard results.count == statements.count, let first = results[0].first else {
            throw PostgresError.protocolViolation("no feed position")
        }
        let position = try first.int64(0)
        var stored: [StoredEvent] = []
        for row in results[0] {
            // If the tags of a fetch have no new events, PostgreSQL returns one row that has only the feed's last
            // position.
            if try row.isNull(1) { continue }
            stored.append(try StoredEvent(row))
        }
        statistics.eventsRead += stored.count
        let opened = states.cache.personal(missing, after: after)
        let read = try await EventDecoder<Event>.attempt(stored, of: clinic, keys, opening: opened) { statements in
            try await reads.perform(statements, effect: .reads)
        }
        for (_, reason) in read.unreadable { try await passBy(reason, group, after, of: clinic, in: states.cache) }
        let events = read.events
        // A cached state that may include an event which is now quarantined is dropped.
        for event in events {
            guard let quarantined = event.event.quarantined else { continue }
            for (tag, first) in after where first >= quarantined.position { states.cache.forget(tag) }
        }
        if after.values.contains(where: { $0 > position }) {
            // If the feed ends before a position that the log knows, it has lost events. So the clinic's cached states
            // are dropped.
            caches.forget(clinic)
        } else {
            states.load(missing, after: after, last: last, opened: opened, events: events, upTo: position)
        }
        var done: Set<UUIDBytes> = []
        for row in ids.isEmpty ? .none : results[1] { done.insert(try StoredAnswer(row).command.value) }
        return group.map { Fetched(position: position, isDone: $0.id.map(done.contains) ?? false) }
    }

    /// Ignores an unreadable event if no missing state depends on it, and drops cached states that depend on it.
    ///
    /// - Throws: `reason` if one of the missing states may depend on the event, or if the fetch loads the states of
    ///   several commands or queries. Their states are then fetched one by one, since some may not depend on the event.
    private func passBy(
        _ reason: Unreadable, _ group: [StateRequest<Event>], _ after: [Tag: Int64], of clinic: UUIDBytes,
        in cache: StateCache<Event>
    ) async throws {
        unreadable.note(reason)
        guard group.count == 1, let event = reason.event else { throw reason }
        let rows = try await reads.perform(
            .tags(of: clinic, at: event.position, among: Array(after.keys)), effect: .reads)
        let tags = try rows.map { Tag(subject: try $0.uuid(0), aspect: try $0.int32(1)) }.noticed
        for subject in group[0].missing where tags.contains(subject.key.tag) && subject.heeds(event.type) {
            throw reason
        }
        for tag in tags where after[tag] != nil { cache.forget(tag, heeding: event.type) }
    }
}

extension Statement {
    /// A statement that selects those tags of an event that are about the same entities as the given tags.
    fileprivate static func tags(of clinic: UUIDBytes, at position: Int64, among tags: [Tag]) -> Statement {
        """
        SELECT DISTINCT subject, aspect FROM event_tag
        WHERE clinic_id = \(clinic) AND subject = ANY (\(tags.map(\.subject))) AND position = \(position)
        """
    }
}
