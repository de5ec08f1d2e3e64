import Clinic
import EventSourcing
import Identifiers
import TimeZones
import Testing

/// Compares free times with a simple model, in every zone whose clocks change in 2026 or 2027.
@Suite struct ChangingZonesTests {
    private static let years: (first: CivilDate, last: CivilDate) = ("2026-01-01", "2027-12-31")

    /// The days of 2026 and 2027 on which a zone's clocks change.
    private static func changes(_ zone: ClinicZone) -> [CivilDate] {
        var days: [CivilDate] = []
        var date = years.first
        while date <= years.last {
            let bounds = zone.bounds(of: date)
            if zone.offset(at: bounds.lowerBound) != zone.offset(at: bounds.upperBound) { days.append(date) }
            date = date.adding(days: 1)
        }
        return days
    }

    @Test
    func `free times around each clock change begin and end when the clock first reaches the limits of working hours`()
        throws
    {
        var zones = 0
        for name in ZoneSource.system.current.names.sorted() {
            guard let zone = ZoneName(name).flatMap({ ClinicZone($0, in: ZoneSource.system.current) }) else { continue }
            let changes = Self.changes(zone)
            guard !changes.isEmpty else { continue }
            zones += 1
            var practice = Practice(zone: name, doctors: ["A"], chairs: 1, services: [5])
            practice.open = "01:30-02:40,09:00-09:20"
            practice.rules = standardRules(offerMinutes: 5)
            var desk = try Desk(practice)
            // The shift begins the evening before a change of the clocks and ends after midnight.
            for (index, date) in changes.enumerated() {
                let eve = try #require(DateRange(date.adding(days: -1), date.adding(days: -1)))
                let late = try #require(
                    SpecialHours(
                        id: ID(integerLiteral: UInt64(index + 1)), days: eve, effect: .other,
                        shifts: [Shift("23:20", "01:10")]))
                try desk.run(AddSpecialHours(late), at: "2025-12-01T08:00:00Z")
            }
            for change in changes {
                let now = zone.bounds(of: change).lowerBound.adding(days: -7)
                for date in [change.adding(days: -1), change] {
                    let offered = try desk.offers(date, at: now).map(\.slot.start)
                    let open = Self.open(date, isEve: date != change, zone)
                    #expect(offered == open, "\(name) \(date)")
                }
            }
        }
        #expect(zones > 100)
    }

    /// The tested clinic has two doctors, buffers, special hours of every second week and of single dates, shifts that
    /// go on after midnight, and some appointments. The time zones are divided into parts, which are tested at the same
    /// time.
    @Test(arguments: 0..<8)
    func `around each clock change, the offered times can be booked and are exactly the free times in the documents`(
        part: Int
    ) throws {
        let names = ZoneSource.system.current.names.sorted()
        for index in names.indices where index % 8 == part {
            guard let zone = ZoneName(names[index]).flatMap({ ClinicZone($0, in: ZoneSource.system.current) }) else {
                continue
            }
            let changes = Self.changes(zone)
            for (number, change) in changes.enumerated() {
                var night = try BusyNight(names[index], zone, change, seed: UInt64(index * 100 + number))
                try night.expectOffersFromDocuments()
                // Trying to book every five minutes takes the most time, so it is done for one clock change of each
                // time zone.
                if number == index % changes.count { try night.expectOffersCanBeBooked() }
            }
        }
    }

    /// The starts of the five-minute periods of a date that are within opening hours. They are found by reading the
    /// clinic's wall clock every five minutes.
    private static func open(_ date: CivilDate, isEve: Bool, _ zone: ClinicZone) -> [Instant] {
        let bounds = zone.bounds(of: date)
        let ticks = Int(bounds.upperBound.seconds(since: bounds.lowerBound) / 300)
        let instants = (0..<ticks).map { bounds.lowerBound.adding(minutes: Int64($0) * 5) }
        /// The first moment of the day at which the clock shows a time or later.
        func first(_ time: LocalTime) -> Instant {
            if time == .midnight { return bounds.lowerBound }
            let wanted = LocalDateTime(date, time)
            return instants.first { zone.local($0) >= wanted } ?? bounds.upperBound
        }
        let windows: [(LocalTime, LocalTime)] =
            isEve
            ? [("23:20", .endOfDay)]
            : [(.midnight, "01:10"), ("01:30", "02:40"), ("09:00", "09:20")]
        return instants.filter { instant in
            windows.contains { first($0.0) <= instant && instant < first($0.1) }
        }
    }
}
