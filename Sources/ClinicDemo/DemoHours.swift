import Clinic
import EventSourcing

/// The opening hours of the demo's clinics.
package enum DemoHours: Sendable {
    /// The demo's office hours: Monday to Friday from 7:30 to 19:00 with a break from 12:30 to 13:00, Saturday from
    /// 8:00 to 13:00.
    case office
    /// Opening hours of a demo clinic around the clock, so that visits are in progress at any time.
    case aroundTheClock

    /// The blocks of time in which the demo plans a chair's visits, in minutes after midnight. If the clinic is open
    /// around the clock, each block has another doctor, and the blocks of different chairs begin at different times.
    func blocks(on date: CivilDate, chair: Int) -> [(start: Int, end: Int)] {
        switch self {
        case .office: DemoHours.officeBlocks(date.weekday)
        case .aroundTheClock:
            [(0, 480 - 40 * chair), (480 - 40 * chair, 960 - 40 * chair), (960 - 40 * chair, 1440)]
        }
    }

    /// Whether the demo's visits in this chair follow one another without pauses, and every patient comes. Then there
    /// is nearly always a patient in treatment in the chair.
    func isPrompt(_ chair: Int) -> Bool { self == .aroundTheClock && chair < 2 }

    /// The probability, in percent, that the demo plans a visit at a free time of a chair.
    func fill(at minute: Int) -> Int {
        switch self {
        case .office: 92
        case .aroundTheClock: (360..<1320).contains(minute) ? 92 : 75
        }
    }

    var week: WeeklyHours {
        let days = (1...7).compactMap { weekday -> DayHours? in
            let blocks = self == .office ? DemoHours.officeBlocks(weekday) : [(0, 1440)]
            guard let first = blocks.first, let last = blocks.last, let hours = interval(first.0, last.1) else {
                return nil
            }
            let breaks = zip(blocks, blocks.dropFirst()).compactMap { interval($0.1, $1.0) }
            return DayHours(weekday: weekday, hours: hours, breaks: breaks)
        }
        return WeeklyHours(days) ?? .none
    }

    private static func officeBlocks(_ weekday: Int) -> [(Int, Int)] {
        switch weekday {
        case 1...5: [(450, 750), (780, 1140)]
        case 6: [(480, 780)]
        default: []
        }
    }

    private func interval(_ start: Int, _ end: Int) -> LocalInterval? {
        guard let start = LocalTime(minutes: start), let end = LocalTime(minutes: end) else { return nil }
        return LocalInterval(start, end)
    }
}
