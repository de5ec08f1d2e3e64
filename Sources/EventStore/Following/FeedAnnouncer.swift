import EventSourcing
import Identifiers
import PostgresClient
import SQL

/// Announces in this process the events that other processes have appended.
struct FeedAnnouncer<Event: DomainEvent> {
    let reads: PostgresPool
    let process: SharedLog<Event>

    /// Makes every receiver of announcements drop its cached state. This is necessary when a connection was lost,
    /// because the next query may reach another PostgreSQL server, whose feeds may lack the last events and have other
    /// events instead.
    func announceThatNothingIsKnown() {
        process.announcements.announce(process.ownPositions.clinics.map { .nothingIsKnown(of: $0) })
    }

    /// Announces the events of a feed up to a position, except those that this process knows already.
    func announce(_ clinic: UUIDBytes, upTo last: Int64) async throws {
        var claimed = process.ownPositions.claim(clinic, upTo: last)
        while let range = claimed.first {
            let part = range.lowerBound...min(range.upperBound, range.lowerBound + 999)
            do {
                process.announcements.announce([try await fetch(clinic, part)])
            } catch {
                for range in claimed { process.ownPositions.giveBack(clinic, range) }
                throw error
            }
            claimed.removeFirst()
            if part.upperBound < range.upperBound { claimed.insert((part.upperBound + 1)...range.upperBound, at: 0) }
        }
    }

    private func fetch(_ clinic: UUIDBytes, _ positions: ClosedRange<Int64>) async throws -> Appended<Event> {
        let rows = try await reads.perform(.events(of: clinic, in: positions), effect: .reads)
        var stored: [StoredEvent] = []
        for row in rows { stored.append(try StoredEvent(row)) }
        var events: [Recorded<Event>] = []
        do {
            events = try await EventDecoder<Event>.decode(stored, of: clinic, process.keys) { statements in
                try await reads.perform(statements, effect: .reads)
            }
        } catch let what as Unreadable {
            // A newer program may have written the event that cannot be read. Its effect is unknown, so all cached
            // state of the clinic is dropped.
            process.unreadable.note(what)
            events = []
        }
        return Appended(
            clinic: clinic, events: events, tags: events.map(\.event.tags.noticed), condition: nil, positions: positions
        )
    }
}
