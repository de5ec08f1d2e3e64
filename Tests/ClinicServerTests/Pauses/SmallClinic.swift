import Clinic
import ClinicServer
import ClinicTestSupport
import EventLoop
import EventSourcing
import EventStore
import Identifiers
import Migrations
import PostgresClient
import TestSupport

/// A clinic with three doctors, three chairs and four patients, and a time on a Monday for which commands compete.
enum SmallClinic {
    static let id = UUIDBytes(high: 0x5c, low: 0)
    static let service = ID<Service>(number: 1)
    static let doctors = (1...3).map { ID<StaffMember>(number: $0) }
    static let chairs = (1...3).map { ID<Chair>(number: $0) }
    static let patients = (1...4).map { ID<Patient>(number: $0) }
    static let now = Instant(secondsSince1970: 1_795_420_800)  // Monday, 2026-11-23, 08:00 UTC
    /// The time for which the commands compete, in the morning of the Monday one week after `now`.
    static let wanted = now.adding(days: 7)

    static func keys() throws -> PersonalKeys {
        PersonalKeys(try MasterKeys { ["small": [UInt8](repeating: 7, count: 32)] })
    }

    /// A trigger on the table `event`. When the node named `one` commits events, the trigger delays the commit while
    /// another session holds PostgreSQL's advisory lock 1.
    static let stopsAtCommit = """
        CREATE FUNCTION stop_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF current_setting('application_name') = 'one' THEN
                PERFORM pg_advisory_xact_lock(1);
            END IF;
            RETURN NULL;
        END $$;
        CREATE CONSTRAINT TRIGGER stop_at_commit AFTER INSERT ON event
            DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION stop_at_commit();
        """

    static func found(in node: ClinicNode) async throws {
        guard let zone = ZoneName("Europe/Berlin"), let hours else { throw Missing(what: "the clinic's hours") }
        try await node.do(FoundClinic(profile: ClinicProfile(name: "Small"), zone: zone, currency: .euro))
        try await node.do(SetOpeningHours(hours))
        try await node.do(
            CreateService(
                service,
                ServiceDetails(
                    code: "F1", name: "Filling", category: "Restorative", durationMinutes: 30,
                    price: Money(14_000, .euro), doctors: nil)))
        for (number, chair) in chairs.enumerated() { try await node.do(AddChair(chair, name: "Room \(number)")) }
        for (number, doctor) in doctors.enumerated() {
            let details = StaffDetails(
                name: "Dr. \(number)", roles: StaffRoles(.doctor), specialty: nil, email: nil, hours: nil)
            try await node.do(HireStaff(doctor, details))
        }
        for (number, patient) in patients.enumerated() {
            let details = PatientDetails(
                given: Personal("Ada"), family: Personal("No. \(number)"),
                birthDate: Personal(CivilDate(daysSince1970: 3_650)), gender: nil,
                contact: PatientContact(phone: nil, email: nil, address: nil, language: nil), note: nil)
            try await node.do(RegisterPatient(patient, details, allowsDuplicate: true))
        }
    }

    private static var hours: WeeklyHours? {
        guard let opens = LocalTime(hour: 7, minute: 0), let closes = LocalTime(hour: 20, minute: 0),
            let hours = LocalInterval(opens, closes)
        else { return nil }
        return WeeklyHours((1...7).compactMap { DayHours(weekday: $0, hours: hours) })
    }
}

extension DatabaseTemplate {
    static let smallClinic = DatabaseTemplate("small_clinic") { conninfo in
        try await EventLoop.with { loop in
            let connection = try await PostgresConnection.connect(PostgresConfiguration(conninfo: conninfo), on: loop)
            defer { connection.close() }
            for migration in Migration.all {
                try await connection.run(script: String(decoding: migration.script, as: UTF8.self))
            }
            try await connection.run(script: SmallClinic.stopsAtCommit)
        }
        try await ClinicNode.run(named: "founder", reads: conninfo, writes: conninfo) { node in
            try await SmallClinic.found(in: node)
        }
    }
}

extension ID {
    /// Makes an entity's id from a number: the same number gives the same id.
    init(number: Int) { self.init(UUIDBytes(high: 0x1d, low: UInt64(number))) }
}
