import EventSourcing
import EventStore
import Identifiers
import SQL
import TestSupport
import Testing
import Theatre

/// An event that would not be decoded as it was encoded must not be appended, since an event is permanent.
@Suite struct `The check of an event before its append` {
    @Test(.database(.theatre)) func `an event that its own codec could not decode again is not appended`()
        async throws
    {
        try await TheatreProcess.run(TestDatabase.current) { process in
            let house = process.house
            // A guest's name has 50 characters at most.
            await #expect(throws: LogFailure<TheatreRejection>.self) {
                try await house.handle(BookBlindly(show: "Lear", seat: 1, guest: String(repeating: "x", count: 51)))
            }
            let count = try await house.numbers("SELECT count(*) FROM event")
            #expect(count == [0])
            try await house.handle(BookSeat(show: "Lear", seat: 1, guest: "Ada"))
            let guest = try await house.guestAtHand("Lear", 1)
            #expect(guest == "Ada")
        }
    }

    @Test(.database(.guestBook))
    func `an event whose stored form would be decoded as a different event is not appended`()
        async throws
    {
        try await BookProcess.run { process in
            let ada = UUIDBytes(high: 0xada, low: 1)
            // An erased note is encoded as null, which is decoded as no note.
            await #expect(throws: LogFailure<Never>.self) {
                try await process.write(.noted(GuestNoted(guest: ada, note: .erased)))
            }
            let count = try await TestDatabase.current.text("SELECT count(*)::text FROM event")
            #expect(count == "0")
        }
    }
}
