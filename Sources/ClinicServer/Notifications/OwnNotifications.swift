import Clinic
import EventSourcing
import Identifiers
import JSON
import PostgresClient
import SQL

/// A person's notifications, with those of a record that is merged into the person's record and those of dependants. It
/// also says which of the notifications the person has read, and contains the person's preferences and the clinic's
/// settings.
struct OwnNotifications: Sendable {
    let inbox: NotificationInboxDocument
    /// The notifications of `inbox`, and older ones that do not fit into it.
    let items: [NotificationInboxDocument.Item]
    /// The dependants whom notifications are about, by the notifications' ids.
    let dependants: [UUIDBytes: UUIDBytes]
    /// The position up to which the person has read the notifications of all events.
    let readUpTo: Int64
    /// The ids of the read notifications of events after `readUpTo`.
    let readIDs: Set<UUIDBytes>
    let preferences: NotificationPreferences
    let settings: NotificationSettings

    /// The columns that `init` reads, of the tables `i`, `m`, `p`, `s`, `j` and `k` in `joined(to:as:)`. The table `j`
    /// has the inbox of the record that is merged into the person's record, and `k` has the notifications of dependants that
    /// have not expired.
    static let columns: Statement =
        """
        i.document, coalesce(m.read_up_to, 0), coalesce(m.read_ids, '{}'), p.document, s.document -> 'settings',
            j.document, k.items
        """

    /// An SQL join that adds the tables with the `columns` of this type to a table with the columns `clinic_id` and
    /// `person_id`.
    ///
    /// - Parameters:
    ///   - person: the table to which the other tables are joined.
    ///   - name: the alias of that table in the statement.
    static func joined(to person: Statement, as name: Statement) -> Statement {
        """
        \(person) AS \(name)
        LEFT JOIN notification_inbox AS i USING (clinic_id, person_id)
        LEFT JOIN notification_mark AS m USING (clinic_id, person_id)
        LEFT JOIN notification_preference AS p USING (clinic_id, person_id)
        LEFT JOIN notification_settings AS s USING (clinic_id)
        LEFT JOIN LATERAL (
            SELECT other.document FROM patient AS merged
            JOIN notification_inbox AS other
                ON other.clinic_id = merged.clinic_id AND other.person_id = merged.patient_id
            WHERE merged.clinic_id = \(name).clinic_id AND merged.merged_into = \(name).person_id
        ) AS j ON true
        LEFT JOIN LATERAL (
            SELECT json_agg(json_build_object('dependant_id', latest.dependant_id, 'item', latest.item)) AS items
            FROM (
                SELECT dependant.id AS dependant_id, item
                FROM guardian AS g CROSS JOIN json_array_elements_text(g.document -> 'dependants') AS dependant (id)
                    CROSS JOIN LATERAL (
                        SELECT dependant.id::uuid AS person_id
                        UNION ALL
                        SELECT merged.patient_id FROM patient AS merged
                        WHERE merged.clinic_id = g.clinic_id AND merged.merged_into = dependant.id::uuid
                    ) AS record
                    JOIN notification_inbox AS other
                        ON other.clinic_id = g.clinic_id AND other.person_id = record.person_id
                    CROSS JOIN json_array_elements(other.document -> 'items') AS item
                WHERE g.clinic_id = \(name).clinic_id AND g.guardian_id = \(name).person_id
                    AND \(Guardians.isOpen("g", "dependant.id::uuid"))
                    AND NOT EXISTS (
                        SELECT FROM patient AS same
                        WHERE same.clinic_id = g.clinic_id AND same.patient_id = dependant.id::uuid
                            AND same.merged_into::text IN (SELECT json_array_elements_text(g.document -> 'dependants')))
                    AND item ->> 'type' = ANY (\(NotificationType.forGuardians.map(\.rawValue))::text[])
                    AND (item ->> 'expires_at')::timestamptz > clock_timestamp()
                ORDER BY (item ->> 'position')::bigint DESC
                LIMIT \(Int64(NotificationInboxDocument.mostItems))
            ) AS latest
        ) AS k ON true
        """
    }

    static func query(of person: UUIDBytes, in clinic: UUIDBytes) -> Statement {
        let one: Statement = "(SELECT \(clinic)::uuid AS clinic_id, \(person)::uuid AS person_id)"
        return "SELECT \(columns) FROM \(joined(to: one, as: "person"))"
    }

    /// Reads a person's notifications from a row.
    ///
    /// - Parameter first: the index of the first of `columns`.
    init(_ row: Row, from first: Int = 0, of person: UUIDBytes) throws {
        let own = try [first, first + 5].compactMap { column in
            try row.optionalBytes(column).map {
                try NotificationInboxDocument.codec.decode(parsing: $0, unknownMembers: .ignored)
            }
        }
        let ofDependants =
            try row.optionalBytes(first + 6).map {
                try Codec.array(ItemOfDependant.codec).decode(parsing: $0, unknownMembers: .ignored)
            } ?? []
        // The notifications of other records stay in the inboxes of these records.
        items = (own.flatMap(\.items) + ofDependants.map(\.item)).sorted { $0.position < $1.position }
        dependants = Dictionary(
            ofDependants.map { ($0.item.id, $0.dependant) }, uniquingKeysWith: { first, _ in first })
        inbox = NotificationInboxDocument(
            recipient: person, items: items.suffix(NotificationInboxDocument.mostItems))
        readUpTo = try row.int64(first + 1)
        readIDs = Set(try row.uuids(first + 2))
        preferences =
            try row.optionalBytes(first + 3).map {
                try NotificationPreferences.codec.decode(parsing: $0, unknownMembers: .ignored)
            } ?? .standard
        settings =
            try row.optionalBytes(first + 4).map {
                try NotificationSettings.codec.decode(parsing: $0, unknownMembers: .ignored)
            } ?? .standard
    }

    func isRead(_ item: NotificationInboxDocument.Item) -> Bool {
        item.isSeen || item.position <= readUpTo || readIDs.contains(item.id)
    }

    var unread: Int { inbox.items.count { !isRead($0) } }

    func text(of type: NotificationType) -> NotificationText {
        settings.text(of: type, in: preferences.language ?? settings.language)
    }
}

/// A notification of a guardian's dependant.
private struct ItemOfDependant: Sendable {
    let dependant: UUIDBytes
    let item: NotificationInboxDocument.Item

    static let codec = object(
        ItemOfDependant.init(dependant:item:), field("dependant_id", \.dependant, .uuid),
        field("item", \.item, NotificationInboxDocument.Item.codec))
}
