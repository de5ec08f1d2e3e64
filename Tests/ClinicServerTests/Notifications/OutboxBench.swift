import Clinic
import ClinicOperations
import ClinicServer
import ClinicTestSupport
import EventLoop
import EventSourcing
import Identifiers
import JSON
import PostgresClient
import Push
import SQL
import TestSupport

/// A patient of the demo with a registered device, and the outbox of the test's database. No server runs, so no other
/// worker delivers the rows.
struct OutboxBench {
    let clinic: UUIDBytes
    let patient: UUIDBytes
    let device: UUIDBytes
    let now: Instant

    /// Registers a device for the first patient of one of the demo's clinics.
    static func prepare(in slug: String = "spree") async throws -> OutboxBench {
        var bench: OutboxBench?
        try await Practice.open { practice in
            let app = try await practice.signIn("patient1", clinic: slug)
            let device = try await app.newDevice()
            let clinic = try await app.get("me").text("clinic_id")
            bench = OutboxBench(
                clinic: try id(clinic), patient: try id(app.subject), device: try id(device),
                now: try await practice.now())
        }
        guard let bench else { throw Missing(what: "a device") }
        // The deliveries for the history of the demo's clinics are deleted, since no test is about them.
        try await bench.perform("DELETE FROM notification_outbox WHERE clinic_id = \(bench.clinic)")
        return bench
    }

    private static func id(_ text: String) throws -> UUIDBytes {
        guard let id = UUIDBytes(text) else { throw Missing(what: "an id") }
        return id
    }

    /// Replaces the inbox of a person by one with notifications of one type, as the projection does.
    ///
    /// - Returns: the ids of the notifications.
    @discardableResult
    func notify(
        _ person: UUIDBytes? = nil, in clinic: UUIDBytes? = nil, count: Int = 1,
        _ type: NotificationType = .paymentReceived, start: Instant? = nil, after position: Int64 = 1_000_000,
        age: Int64 = 0
    ) async throws -> [UUIDBytes] {
        let (person, clinic) = (person ?? patient, clinic ?? self.clinic)
        let at = now.adding(seconds: -age)
        let items = (1...count).map { number in
            let id = UUIDBytes(high: person.high, low: person.low &+ UInt64(bitPattern: position) &+ UInt64(number))
            return NotificationInboxDocument.Item(
                id: id, position: position + Int64(number), type: type, subject: NotificationSubject(.payment, id),
                at: at, start: start, expires: at.adding(days: 7))
        }
        let document = NotificationInboxDocument.codec.bytes(
            NotificationInboxDocument(recipient: person, items: items))
        try await perform(
            """
            INSERT INTO notification_inbox (clinic_id, person_id, document, last_position)
            VALUES (\(clinic), \(person), \(Bind.json(document)), \(position + Int64(count)))
            ON CONFLICT (clinic_id, person_id)
            DO UPDATE SET document = excluded.document, last_position = excluded.last_position
            """)
        return items.map(\.id)
    }

    /// Makes the patient the guardian of another patient whom no mail can reach, and returns this dependant's id.
    func makeDependant() async throws -> UUIDBytes {
        let found = try await perform(
            """
            SELECT p.patient_id FROM patient AS p
            WHERE p.clinic_id = \(clinic) AND p.restricted_document IS NULL AND NOT EXISTS (
                SELECT FROM membership AS m WHERE m.clinic_id = p.clinic_id AND m.subject_id = p.patient_id)
            LIMIT 1
            """)
        guard let dependant = try found.first?.uuid(0) else { throw Missing(what: "a patient without a login") }
        try await perform(
            """
            UPDATE patient SET document = (document::jsonb - 'email')::json
            WHERE clinic_id = \(clinic) AND patient_id = \(dependant)
            """)
        try await perform(
            """
            INSERT INTO guardian (clinic_id, guardian_id, document)
            VALUES (\(clinic), \(patient), json_build_object('dependants', json_build_array(\(dependant)::uuid)))
            """)
        return dependant
    }

    func choose(_ preferences: NotificationPreferences) async throws {
        try await perform(
            """
            INSERT INTO notification_preference (clinic_id, person_id, document)
            VALUES (\(clinic), \(patient), \(Bind.json(NotificationPreferences.codec.bytes(preferences))))
            """)
    }

    @discardableResult
    func perform(_ statement: Statement) async throws -> Rows {
        try await TestDatabase.current.withConnection { try await $0.perform(statement) }
    }

    /// The rows of the outbox, each as `channel state attempts reason`, in the order of their creation.
    func rows() async throws -> [String] {
        try await perform(
            """
            SELECT concat_ws(' ', channel, state, attempts, reason) FROM notification_outbox
            WHERE clinic_id = \(clinic) ORDER BY created_at, outbox_id
            """
        ).map { try $0.text(0) }
    }

    /// Runs `body` with workers that deliver notifications to iOS devices and browsers through `channel`.
    func withWorkers<T: Sendable>(
        _ count: Int = 1, _ channel: any PushChannel, limits: NotificationWorker.Limits = .init(),
        _ body: @escaping @Sendable ([NotificationWorker], EventLoop) async throws -> T
    ) async throws -> T {
        try await Installation.demo().withServices { services, _ in
            let channels = NotificationChannels(push: [.appleSandbox: channel, .web: channel])
            let workers = (0..<count).map { _ in NotificationWorker(services, channels, limits: limits) }
            return try await body(workers, services.loop)
        }
    }

    /// Makes all deliveries that are due `seconds` after `now`, with one worker, in as many rounds as needed.
    func deliver(
        _ channel: any PushChannel, after seconds: Int64 = 0, limits: NotificationWorker.Limits = .init()
    ) async throws {
        let at = now.adding(seconds: seconds)
        try await withWorkers(1, channel, limits: limits) { workers, _ in
            while try await workers[0].deliver(at: at) > 0 {}
        }
    }
}
