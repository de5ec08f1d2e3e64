import Clinic
import EventSourcing
import EventStore
import Identifiers
import JSON
import PostgresClient
import SQL

/// Finds the names of the fields that an event changed. If the event replaces data that an earlier event set, such as a
/// patient's details, these are the fields whose values differ between the two events. Otherwise they are all fields
/// that the event sets.
struct ChangedFields {
    /// A rule for finding the earlier event whose data a later event replaced, such as the event with a patient's
    /// former details. The two events share a tag with the rule's aspect. The type of the earlier event is that of the
    /// later event, or one of the types in `earlier`.
    private struct Replacement: Sendable {
        let aspect: Int32
        let earlier: [String]

        init(_ kind: TagKind, after earlier: [String]) {
            aspect = Tag(kind).aspect
            self.earlier = earlier
        }
    }

    private static let replacements: [String: Replacement] = [
        "staff-details-changed": Replacement(.staff, after: ["staff-hired"]),
        "patient-details-changed": Replacement(.patient, after: ["patient-registered"]),
        "patient-contact-changed": Replacement(.patient, after: []),
        "service-changed": Replacement(.service, after: ["service-created"]),
        "chair-renamed": Replacement(.chair, after: ["chair-added"]),
        "clinic-profile-changed": Replacement(.settings, after: ["clinic-founded"]),
        "opening-hours-set": Replacement(.settings, after: []),
        "scheduling-rules-set": Replacement(.settings, after: []),
        "wait-limits-set": Replacement(.settings, after: []),
        "public-booking-set": Replacement(.settings, after: []),
        "logo-changed": Replacement(.settings, after: []),
        "mobile-access-set": Replacement(.settings, after: []),
        "patient-restriction-set": Replacement(.patient, after: []),
    ]

    let services: LoopServices
    let clinic: UUIDBytes

    /// The names of the fields that the events at the given positions changed, by position. An event that cannot be
    /// read has no entry.
    func of(_ positions: [Int64]) async throws -> [Int64: [String]] {
        guard !positions.isEmpty else { return [:] }
        let events = try await services.log.history(at: positions, in: clinic)
        let before = try await predecessors(of: events)
        let earlier = try await services.log.history(at: before.values.sorted(), in: clinic)
        return try await services.shared.heavy.compute { try Self.fields(of: events, after: earlier, before) }
    }

    /// The names of the changed fields by position.
    ///
    /// - Parameters:
    ///   - earlier: the events whose data the events replaced.
    ///   - before: the position of the earlier event, by that of the event that replaced its data.
    private static func fields(
        of events: [HistoricEvent], after earlier: [HistoricEvent], _ before: [Int64: Int64]
    ) throws -> [Int64: [String]] {
        var members: [Int64: [String: JSONValue]] = [:]
        for event in earlier + events {
            members[event.position] = leaves(of: try JSONValue(parsing: event.data))
        }
        var fields: [Int64: [String]] = [:]
        for event in events {
            guard let new = members[event.position] else { continue }
            let old = before[event.position].flatMap { members[$0] }
            fields[event.position] = changed(from: old, to: new)
        }
        return fields
    }

    static func changed(from old: [String: JSONValue]?, to new: [String: JSONValue]) -> [String] {
        guard let old else { return new.keys.sorted() }
        return Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
    }

    /// All values in the JSON of an event by their path, such as `details/contact/phone`.
    static func leaves(of value: JSONValue, below path: String = "") -> [String: JSONValue] {
        guard let members = value.members else { return [path: value] }
        var all: [String: JSONValue] = [:]
        for (name, value) in members {
            all.merge(leaves(of: value, below: path.isEmpty ? name : "\(path)/\(name)")) { $1 }
        }
        return all
    }

    /// Finds, for each event that replaces data such as a patient's details, the last earlier event that set the same
    /// data. The result maps the later event's position to the earlier event's position.
    private func predecessors(of events: [HistoricEvent]) async throws -> [Int64: Int64] {
        var wanted: [(position: Int64, tag: Tag, type: String)] = []
        for event in events {
            guard let replacement = Self.replacements[event.type],
                let tag = event.tags.first(where: { $0.aspect == replacement.aspect })
            else { continue }
            for type in [event.type] + replacement.earlier { wanted.append((event.position, tag, type)) }
        }
        guard !wanted.isEmpty else { return [:] }
        let rows = try await services.reads.perform(
            """
            SELECT wanted.position, max(before.position)
            FROM unnest(\(wanted.map(\.position)), \(wanted.map(\.tag.subject)), \(wanted.map(\.tag.aspect)),
                        \(wanted.map(\.type))) AS wanted (position, subject, aspect, type)
            CROSS JOIN LATERAL (
                SELECT t.position
                FROM event_tag AS t JOIN event AS e USING (clinic_id, position)
                WHERE t.clinic_id = \(clinic) AND t.subject = wanted.subject AND t.aspect = wanted.aspect
                    AND t.position < wanted.position AND e.type = wanted.type
                ORDER BY t.position DESC LIMIT 1
            ) AS before
            GROUP BY wanted.position
            """, effect: .reads)
        return Dictionary(uniqueKeysWithValues: try rows.map { (try $0.int64(0), try $0.int64(1)) })
    }
}
