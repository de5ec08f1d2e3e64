import Endpoints
import EventSourcing
import Identifiers
import JSON
import PostgresClient
import SQL

/// An entry in an admin's list of tablets.
struct Tablet: Sendable {
    let id: UUIDBytes
    let version: Int64
    let name: String
    let scope: TabletScope
    let pairedAt: Instant
    /// The number of people who can sign in on the tablet by PIN.
    let people: Int64

    static let codec = object(
        Tablet.init(id:version:name:scope:pairedAt:people:), field("id", \.id, .uuid.described("The tablet's id.")),
        field("version", \.version, .version),
        field("name", \.name, .string(max: 100).described("The tablet's name.")),
        field("scope", \.scope, .stringEnum.described("Whether staff or patients use the tablet.")),
        field("paired_at", \.pairedAt, .instant.described("When it was paired, in UTC.")),
        field("people", \.people, .int64.described("How many people can take it over by PIN."))
    ).described("A tablet that staff share.").named("Tablet")
}

/// A newly paired tablet, with its token, which is shown only in this answer.
struct PairedTablet: Sendable {
    let id: UUIDBytes
    let version: Int64
    let name: String
    let token: String

    static let codec = object(
        PairedTablet.init(id:version:name:token:), field("id", \.id, .uuid.described("The tablet's id.")),
        field("version", \.version, .version),
        field("name", \.name, .string(max: 100).described("The tablet's name.")),
        field(
            "token", \.token,
            .string(max: 100).described("The tablet's token, for `tablet_token` at login. It is shown only now."))
    ).described("A tablet that has just been paired.").named("PairedTablet")
}

extension Identity {
    func pair(
        _ name: String, for scope: TabletScope, by caller: Principal, at now: Instant
    ) async throws -> PairedTablet {
        let token = TabletToken(new: newID(at: now))
        _ = try await pool.perform(
            """
            INSERT INTO tablet (tablet_id, clinic_id, name, scope, code, paired_by, paired_at)
            VALUES (\(token.id), \(caller.clinic), \(name), \(scope.rawValue), \(token.code(shared.pepper)),
                \(caller.account), \(now))
            """)
        return PairedTablet(id: token.id, version: 1, name: name, token: token.text)
    }

    func tablets(_ caller: Principal) async throws -> [Tablet] {
        let statement: Statement = """
            SELECT tablet_id, name, scope, paired_at,
                (SELECT count(*) FROM device_pin WHERE device_id = \(TabletToken.prefix) || tablet_id)
            FROM tablet WHERE clinic_id = \(caller.clinic) AND unpaired_at IS NULL
            ORDER BY paired_at DESC, tablet_id DESC LIMIT 200
            """
        return try await pool.perform(statement, effect: .reads).map { row in
            Tablet(
                id: try row.uuid(0), version: 1, name: try row.text(1),
                scope: TabletScope(rawValue: try row.text(2)) ?? .staff, pairedAt: try row.instant(3),
                people: try row.int64(4))
        }
    }

    /// Unpairs a tablet. All sessions on it end, and its PINs are deleted.
    func unpair(_ tablet: UUIDBytes, by caller: Principal, at now: Instant) async throws {
        let found = try await pool.perform(
            """
            UPDATE tablet SET unpaired_at = \(now)
            WHERE tablet_id = \(tablet) AND clinic_id = \(caller.clinic) AND unpaired_at IS NULL
            RETURNING tablet_id
            """)
        guard !found.isEmpty else { throw IdentityRejection.noSuchDevice }
        let device = TabletToken.device(tablet)
        let rows = try await pool.perform([
            """
            UPDATE session SET ended_at = \(now), end_reason = 'unpaired'
            WHERE device_id = \(device) AND ended_at IS NULL
            RETURNING session_id
            """,
            "DELETE FROM device_pin WHERE device_id = \(device)",
        ])
        await forgetEverywhere(try rows[0].map { try $0.uuid(0) })
    }

    /// The clinic and name of the tablet that a tablet's token belongs to. A tablet that was paired for another scope
    /// (sign-in of staff, or check-in of patients) is treated as unknown.
    func tablet(_ token: TabletToken, for scope: TabletScope = .staff) async throws -> (clinic: UUIDBytes, name: String)
    {
        let rows = try await pool.perform(
            """
            SELECT clinic_id, name FROM tablet
            WHERE tablet_id = \(token.id) AND code = \(token.code(shared.pepper)) AND scope = \(scope.rawValue)
                AND unpaired_at IS NULL
            """, effect: .reads)
        guard let row = rows.first else { throw IdentityRejection.invalidToken }
        return (try row.uuid(0), try row.text(1))
    }
}
