import EventSourcing
import EventStore
import Foundation
import Identifiers
import Projections
import TemporaryFiles
import Testing
import Theatre

/// Tests documents that a rebuild or a verification stores on disk, because too many are in memory.
struct `Documents that are spilled` {
    @Test(arguments: [1, 4, 30])
    func `documents that a rebuild spills to a file are read back equal and folded further`(_ inMemory: Int) throws {
        let spills = DocumentSpill.toFiles(for: 2, DocumentMemory(documents: inMemory))
        let plans = FeedFold<TheatreEvent>(SeatingPlan.self, spillingTo: spills[0])
        let tickets = FeedFold<TheatreEvent>(Ticket.self, spillingTo: spills[1])
        let expected = (DocumentFold<TheatreEvent>(SeatingPlan.self), DocumentFold<TheatreEvent>(Ticket.self))
        var random = SplitMix64(seed: UInt64(inMemory))
        for position in 1...3_000 {
            let recorded = [Self.event(position, &random)][...]
            expected.0.absorb(recorded)
            expected.1.absorb(recorded)
            plans.absorb(recorded)
            tickets.absorb(recorded)
        }
        for (spilled, inMemory) in [(plans, expected.0), (tickets, expected.1)] {
            let keys = inMemory.changedKeys
            let rows = keys.compactMap { inMemory.row($0) }
            #expect(keys.count > 20 && !rows.isEmpty)
            #expect(keys.allSatisfy { spilled.row($0) == inMemory.row($0) })
            #expect(keys.allSatisfy { spilled.has($0) == (inMemory.row($0) != nil) })
            #expect(spilled.count == rows.count)
            let next = spilled.rows()
            var all: [DocumentRow] = []
            while let row = next() { all.append(row) }
            #expect(all.count == rows.count && Set(all) == Set(rows))
            #expect(!spilled.has(.text("none")) && spilled.row(.text("none")) == nil)
            try spilled.check()
        }
    }

    @Test func `a fold whose documents cannot be written because the disk is full fails with this reason`() throws {
        let store = SpillStore { try TemporaryFile(FileHandle(forUpdating: URL(fileURLWithPath: "/dev/full"))) }
        let spill = DocumentSpill.toStore(store, for: 1, DocumentMemory(documents: 2))
        let fold = FeedFold<TheatreEvent>(SeatingPlan.self, spillingTo: spill[0])
        let guest = String(repeating: "x", count: 1 << 20)
        for position in 1...4 {
            let booked = SeatBooked(show: "show \(position)", seat: 1, guest: guest)
            fold.absorb([.recorded(position, .seatBooked(booked))])
        }
        let failure = #expect(throws: TemporaryFileFailure.self) { try fold.check() }
        #expect(failure?.description.contains("the disk is full") == true)
        #expect(fold.row(.text("show 1")) == nil)
    }

    /// A booking or a release of one of 200 seats in 40 shows.
    private static func event(_ position: Int, _ random: inout SplitMix64) -> Recorded<TheatreEvent> {
        let show = "show \(Int.random(in: 1...40, using: &random))"
        let seat = Int.random(in: 1...5, using: &random)
        let event: TheatreEvent =
            Int.random(in: 0..<3, using: &random) == 0
            ? .seatReleased(SeatReleased(show: show, seat: seat, guest: "Ada"))
            : .seatBooked(SeatBooked(show: show, seat: seat, guest: "Ada"))
        return .recorded(position, event)
    }
}

extension Recorded where Event == TheatreEvent {
    fileprivate static func recorded(_ position: Int, _ event: TheatreEvent) -> Recorded {
        Recorded(
            clinic: .theatre, position: Int64(position), event: event,
            recordedAt: Instant(secondsSince1970: 1_795_000_000), actor: .system)
    }
}
