import Clinic
import ClinicOperations
import ClinicServer
import ClinicTestSupport
import EventSourcing
import EventStore
import Foundation
import Identifiers
import Identity
import Logging
import TestSupport
import ZoneFiles

/// The clinic in the API's examples, as it is before the example requests (`ExampleWalk`). It was founded four weeks
/// ago, and a patient missed an appointment a week ago. This history is appended directly, since events in the past
/// cannot be created over HTTP.
struct ExampleClinic {
    static let id = UUIDBytes(high: 0xe8, low: 0)
    static let name = "Linden Dental"
    static let adminEmail = "noa.berg@linden.example"

    let zone: ClinicZone
    let today: CivilDate
    /// The token with which the first admin chooses a password.
    let invitation: String
    let service = ID<Service>(number: 1)
    let doctor = ID<StaffMember>(number: 2)
    let patient = ID<Patient>(number: 3)
    let missed = ID<Appointment>(number: 4)

    /// Migrates the current test's database and founds the clinic there.
    static func found() async throws -> ExampleClinic {
        let database = try TestDatabase.current.conninfo
        let keys = try DemoKeys.folder()
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        _ = try await Maintenance.migrate(database)
        guard let name = ZoneName("Europe/Berlin"), let zone = ClinicZone(name, in: try ZoneFolder().load()) else {
            throw Missing(what: "the time zone")
        }
        var clinic = ExampleClinic(
            zone: zone, today: zone.date(of: Instant(secondsSince1970: secondsNow())), invitation: "")
        let personal = PersonalKeys(try MasterKeys { try KeyFolder(path: keys).masterKeys() })
        try await ClinicNode.run(named: "past", reads: database, writes: database, keys: personal) { node in
            try await clinic.makePast(node)
        }
        let desk = ClinicAdministration(Installation(database: database, keys: keys, logger: logger))
        let founded = try await desk.found(
            ClinicAdministration.Founding(
                name: Self.name, zone: name.text, currency: "EUR", adminName: "Noa Berg", adminEmail: adminEmail,
                adminRoles: ["admin"]))
        guard let token = founded.token else { throw Missing(what: "the admin's invitation") }
        clinic = ExampleClinic(zone: zone, today: clinic.today, invitation: token)
        return clinic
    }

    private func instant(_ day: Int, _ hour: Int) -> Instant {
        zone.firstInstant(today.adding(days: day), LocalTime(hour: hour, minute: 0) ?? .midnight)
    }

    private func makePast(_ node: ClinicNode) async throws {
        let founding = instant(-28, 8)
        func run<D: Decision>(_ decision: D, at now: Instant) async throws where D.Event == ClinicEvent {
            try await node.do(decision, in: Self.id, at: now)
        }
        guard let opens = LocalTime(hour: 8, minute: 0), let closes = LocalTime(hour: 18, minute: 0),
            let open = LocalInterval(opens, closes),
            let week = WeeklyHours((1...7).compactMap { DayHours(weekday: $0, hours: open) })
        else { throw Missing(what: "the clinic's hours") }
        try await run(
            FoundClinic(profile: ClinicProfile(name: Self.name), zone: zone.name, currency: .euro), at: founding)
        try await run(SetOpeningHours(week), at: founding)
        try await run(
            CreateService(
                service,
                ServiceDetails(
                    code: "C1", name: "Check-up", category: "Prevention", durationMinutes: 30,
                    price: Money(4_500, .euro), doctors: nil)), at: founding)
        try await run(AddChair(ID(number: 5), name: "Room 1"), at: founding)
        try await run(
            HireStaff(
                doctor,
                StaffDetails(
                    name: "Dr. Mara Holm", roles: StaffRoles(.doctor, .admin), specialty: "General dentistry",
                    email: Personal("mara.holm@linden.example"), hours: nil)), at: founding)
        try await run(
            RegisterPatient(
                patient,
                PatientDetails(
                    given: Personal("Emil"), family: Personal("Sommer"),
                    birthDate: Personal(CivilDate(year: 1988, month: 4, day: 12) ?? today), gender: Personal(.male),
                    contact: PatientContact(
                        phone: Personal("+49 30 5550107"), email: Personal("emil.sommer@mail.example"), address: nil,
                        language: Personal("de")), note: nil), allowsDuplicate: false), at: founding)
        try await run(
            BookAppointment(
                missed, patient: patient, service: service, doctor: doctor, start: instant(-7, 9), by: .staff),
            at: instant(-14, 9))
    }
}

func secondsNow() -> Int64 { Int64(Date().timeIntervalSince1970) }
