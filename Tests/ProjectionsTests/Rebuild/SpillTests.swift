import EventSourcing
import EventStore
import Identifiers
import Projections
import Testing
import Theatre

/// Tests documents that a rebuild or a verification stores on disk, because too many are in memory.
struct `Documents that are spilled` {
    @Test func `documents that a rebuild spills to a file are read back equal and folded further`() {
        let inMemory = DocumentFold<TheatreEvent>(SeatingPlan.self)
        let spilled = FeedFold<TheatreEvent>(SeatingPlan.self, spillingTo: .toFile(documentsInMemory: 4))
        var random = SystemRandomNumberGenerator()
        var keys: Set<DocumentKey> = []
        for position in 1...3_000 {
            let show = "show \(Int.random(in: 1...40, using: &random))"
            keys.insert(.text(show))
            let event = TheatreEvent.seatBooked(SeatBooked(show: show, seat: position, guest: "Ada"))
            let recorded = [
                Recorded(
                    clinic: .theatre, position: Int64(position), event: event,
                    recordedAt: Instant(secondsSince1970: 1_795_000_000), actor: .system)
            ]
            inMemory.absorb(recorded[...])
            spilled.absorb(recorded[...])
        }
        #expect(spilled.failure == nil)
        #expect(Set(spilled.allKeys) == keys)
        for key in keys {
            #expect(spilled.has(key))
            #expect(spilled.row(key) == inMemory.row(key))
        }
        #expect(!spilled.has(.text("none")) && spilled.row(.text("none")) == nil)
    }
}
