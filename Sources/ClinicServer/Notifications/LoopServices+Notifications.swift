import Clinic
import Endpoints
import EventSourcing
import Identifiers
import JSON
import PostgresClient
import Projections
import SQL

extension LoopServices {
    /// A person's notifications. Notifications of all events that were appended before the call are included.
    func notifications(of person: UUIDBytes, in clinic: UUIDBytes) async throws -> OwnNotifications {
        _ = try await log.catchUp([NotificationInboxes.table.name], in: clinic, within: patienceForFigures)
        let rows = try await documents.read(OwnNotifications.query(of: person, in: clinic), of: clinic)
        guard let row = rows.first else { throw PostgresError.protocolViolation("no row for a person") }
        return try OwnNotifications(row, of: person)
    }

    /// Marks notifications as read.
    ///
    /// - Throws: 404 if one of them is not in the person's inbox.
    func markAsRead(_ ids: [UUIDBytes], of person: UUIDBytes, in clinic: UUIDBytes) async throws {
        let own = try await notifications(of: person, in: clinic)
        let kept = Set(own.inbox.items.map(\.id))
        guard kept.isSuperset(of: ids) else { throw Problem.notFound }
        // Marks of notifications that are no longer in the inbox are dropped, so the number of marks is limited. If two
        // requests run at once, the marks of both are added.
        _ = try await reads.perform(
            """
            INSERT INTO notification_mark AS m (clinic_id, person_id, read_ids) VALUES (\(clinic), \(person), \(ids))
            ON CONFLICT (clinic_id, person_id) DO UPDATE SET read_ids = ARRAY(
                SELECT id FROM unnest(m.read_ids) AS marked (id) WHERE id = ANY (\(Array(kept)))
                UNION SELECT id FROM unnest(\(ids)) AS new (id))
            """)
    }

    /// Marks a notification and all older ones as read.
    ///
    /// - Throws: 404 if the notification is not in the person's inbox.
    func markAsRead(upTo id: UUIDBytes, of person: UUIDBytes, in clinic: UUIDBytes) async throws {
        let own = try await notifications(of: person, in: clinic)
        guard let last = own.inbox.items.first(where: { $0.id == id }) else { throw Problem.notFound }
        _ = try await reads.perform(
            """
            INSERT INTO notification_mark AS m (clinic_id, person_id, read_up_to)
            VALUES (\(clinic), \(person), \(last.position))
            ON CONFLICT (clinic_id, person_id) DO UPDATE SET read_up_to = greatest(m.read_up_to, excluded.read_up_to)
            """)
    }

    /// Stores a person's preferences for notifications. A waiting notification that the person no longer wants is
    /// dropped when it is due.
    func choose(_ preferences: NotificationPreferences, of person: UUIDBytes, in clinic: UUIDBytes) async throws {
        _ = try await reads.perform(
            """
            INSERT INTO notification_preference (clinic_id, person_id, document)
            VALUES (\(clinic), \(person), \(Bind.json(NotificationPreferences.codec.bytes(preferences))))
            ON CONFLICT (clinic_id, person_id) DO UPDATE SET document = excluded.document
            """)
    }
}
