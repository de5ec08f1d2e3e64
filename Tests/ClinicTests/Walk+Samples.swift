import Clinic
import EventSourcing
import Identifiers
import Testing

/// The data with which `BoundedReadsTests` fills a clinic.
extension Walk {
    static func details(_ family: String) -> PatientDetails {
        PatientDetails(
            given: Personal("Pat"), family: Personal(family), birthDate: Personal("1980-01-31"), gender: nil,
            contact: PatientContact(phone: Personal("1"), email: nil, address: nil, language: nil), note: nil)
    }

    static func staff(_ name: String, _ role: StaffRole) -> StaffDetails {
        StaffDetails(name: name, roles: StaffRoles(role), specialty: nil, email: nil, hours: nil)
    }

    static func serviceDetails(_ code: String) -> ServiceDetails {
        ServiceDetails(
            code: code, name: "New \(code)", category: nil, durationMinutes: 30, price: Money(100, .euro), doctors: nil)
    }

    static func closure(_ number: UInt64) throws -> Closure {
        let first: CivilDate = "2027-05-01"
        let days = try #require(DateRange(first.adding(days: Int(number)), first.adding(days: Int(number))))
        return Closure(id: ID(integerLiteral: number), days: days, reason: "Holiday")
    }

    static func timeOff(_ number: UInt64) throws -> TimeOff {
        let start = try #require(LocalDateTime("2027-06-0\(number)T00:00"))
        let end = try #require(LocalDateTime("2027-06-0\(number + 1)T00:00"))
        return try #require(TimeOff(id: ID(integerLiteral: number), start: start, end: end, reason: nil))
    }
}
