import EventSourcing
import Identifiers

// Values that the API's description uses in its examples of problems.

extension ID {
    static var example: ID { ID(UUIDBytes(high: 0x0193_5a10_0000_7000, low: 0x8000_0000_0000_0001)) }
}

extension Instant {
    /// The instant in the examples of the API's description: 2026-11-30T08:00:00Z, a Monday.
    static let example = Instant(secondsSince1970: 1_796_025_600)
}

extension CivilDate {
    static let example = CivilDate(daysSince1970: 20_787)
}

extension Money {
    static let example = Money(4_500, .euro)
}

extension LocalDateTime {
    /// A local time that the clocks skip in Central Europe, for the examples of the API's description.
    static let exampleOfSkipped = LocalDateTime(
        CivilDate(year: 2027, month: 3, day: 28) ?? .example, LocalTime(hour: 2, minute: 30) ?? .midnight)
}

extension Offer {
    static let examples: [Offer] = [Instant.example, .example.adding(minutes: 30)].compactMap { start in
        Slot(start: start, end: start.adding(minutes: 30)).map {
            Offer(slot: $0, doctor: .example, doctorName: "Dr. Mara Linden")
        }
    }
}
