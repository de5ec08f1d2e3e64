import Clinic
import EventSourcing
import Identifiers
import Testing

@Suite struct BlockTests {
    private static let now: Instant = "2026-11-20T11:00:00Z"
    private static let nine: Instant = "2026-11-23T08:00:00Z"

    private func block(
        _ start: String, _ end: String, doctors: [UInt64] = [], chairs: [UInt64] = [], over: Bool = false,
        id: ID<Block> = 1
    ) throws -> BlockTime {
        BlockTime(
            id,
            BlockTime.Wish(
                kind: .meeting, start: try #require(LocalDateTime(start)), end: try #require(LocalDateTime(end)),
                doctors: doctors.map(Practice.doctor), chairs: chairs.map(Practice.chair), overAppointments: over))
    }

    @Test func `blocked time of a doctor is neither offered nor booked, until the block is removed`() throws {
        var desk = try Desk()
        try desk.run(block("2026-11-23T09:00", "2026-11-23T10:00", doctors: [1]), at: Self.now)
        #expect(desk.obstacle(Self.nine, doctor: 1, at: Self.now) == .doctorBusy)
        #expect(desk.obstacle(Self.nine, doctor: 2, at: Self.now) == nil)
        let starts = try desk.offers("2026-11-23", doctor: 1, at: Self.now).map(\.slot.start)
        #expect(!starts.contains(Self.nine))
        #expect(starts.contains("2026-11-23T07:30:00Z") && starts.contains("2026-11-23T09:00:00Z"))
        #expect(!starts.contains("2026-11-23T07:45:00Z"), "it would reach into the block")
        try desk.run(RemoveBlock(1), at: Self.now)
        #expect(desk.obstacle(Self.nine, doctor: 1, at: Self.now) == nil)
        #expect(try desk.run(RemoveBlock(1), at: Self.now).isEmpty)
    }

    @Test func `a chair out of service for some days takes no appointments on any of them`() throws {
        var desk = try Desk(Practice(chairs: 1))
        try desk.run(block("2026-11-23T00:00", "2026-11-26T00:00", chairs: [1]), at: Self.now)
        for day in ["2026-11-23", "2026-11-24", "2026-11-25"] as [CivilDate] {
            #expect(try desk.offers(day, at: Self.now).isEmpty)
        }
        #expect(try !desk.offers("2026-11-26", at: Self.now).isEmpty)
        #expect(desk.obstacle(Self.nine, at: Self.now) == .noChair)
    }

    @Test
    func
        `a block over appointments is refused with the appointments' ids, unless the request accepts the appointments`()
        throws
    {
        var desk = try Desk()
        let id = try desk.book(Self.nine, chair: 1, by: .staff, at: Self.now)
        let over = try block("2026-11-23T08:00", "2026-11-23T12:00", doctors: [1], chairs: [1])
        #expect(desk.rejection(over, at: Self.now) == .hasAppointments([id]))
        try desk.run(block("2026-11-23T08:00", "2026-11-23T12:00", doctors: [1], over: true), at: Self.now)
        #expect(desk.status(id) == .booked)
    }

    @Test func `a block with an unknown doctor or chair, or with a time that the clocks skip, is refused`() throws {
        let desk = try Desk()
        #expect(
            desk.rejection(try block("2026-11-23T09:00", "2026-11-23T10:00", doctors: [9]), at: Self.now)
                == .noSuchDoctor(Practice.doctor(9)))
        #expect(
            desk.rejection(try block("2026-11-23T09:00", "2026-11-23T10:00", chairs: [9]), at: Self.now) == .noSuchChair
        )
        let skipped = try #require(LocalDateTime("2027-03-28T02:30"))
        #expect(
            desk.rejection(try block("2027-03-28T02:30", "2027-03-28T04:00", doctors: [1]), at: Self.now)
                == .noSuchLocalTime(skipped))
    }

    @Test func `a command that makes a block appends no event when it is repeated with the same block id`() throws {
        var desk = try Desk()
        let twice = try block("2026-11-23T09:00", "2026-11-23T10:00", doctors: [1])
        try desk.run(twice, at: Self.now)
        #expect(try desk.run(twice, at: Self.now).isEmpty)
    }
}
