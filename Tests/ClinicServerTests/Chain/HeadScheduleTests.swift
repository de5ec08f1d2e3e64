import ClinicServer
import EventLoop
import Testing

@Suite struct HeadScheduleTests {
    private func time(_ seconds: Int64) -> MonotonicTime { MonotonicTime(milliseconds: 5_000_000 + seconds * 1000) }

    /// Asks a schedule at each of the given seconds where signed heads are due, and notes that the ends of the chains
    /// were signed. Returns the schedule's answers.
    private func done(at seconds: [Int64]) -> [HeadSchedule.Due] {
        var schedule = HeadSchedule(at: time(0))
        return seconds.map { second in
            let due = schedule.due(at: time(second))
            schedule.did(due, at: time(second))
            return due
        }
    }

    @Test func `signed heads are due every minute in the outside folder, and every hour also in the database`() {
        #expect(
            done(at: [0, 1, 59, 60, 61, 119, 120]) == [
                .everywhere, .nothing, .nothing, .outside, .nothing, .nothing, .outside,
            ])
        let day = done(at: Array(0..<86_400))
        #expect(day.count { $0 == .everywhere } == 24)
        #expect(day.count { $0 != .nothing } == 24 * 60)
    }

    @Test func `if no chain's end was signed for more than an hour, one signed head is due, not one for each minute`() {
        #expect(done(at: [0, 4_000, 4_001]) == [.everywhere, .everywhere, .nothing])
    }
}
