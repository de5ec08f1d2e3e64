import EventChain
import Identifiers
import Migrations
import PostgresClient
import SQL

/// A table whose rows give access, and whose changes a trigger records in `credential_record`: its rows, and how the key
/// and the digest of a row's record are made. They equal those of the schema's functions `credential_of`, and are made
/// here, since a verification must run no function of the database that it checks.
struct CredentialSource: Sendable {
    let table: StaticString
    /// The statement that selects the plain columns of all rows.
    let rows: Statement
    /// The key of a row's record, and the values of which the record's digest is made.
    let record: @Sendable (Row) throws -> (clinic: UUIDBytes?, key: String, parts: [String?])

    var name: String { "\(table)" }

    /// The tables whose changes are recorded in the schema of this release. A new one needs a line in `known`.
    static var all: [CredentialSource] { known.filter { SchemaFixture.hasTrigger("record_credential", on: $0.name) } }

    private static let known: [CredentialSource] = [
        CredentialSource(
            table: "account",
            rows: """
                SELECT account_id, digest_salt, email, password_hash, password_source, email_verified_at IS NOT NULL
                FROM ONLY public.account
                """
        ) { row in
            (
                nil, try row.uuid(0).text,
                [
                    try row.optionalUUID(1)?.text, try row.optionalText(2), try row.optionalText(3),
                    try row.optionalText(4), "\(try row.bool(5))",
                ]
            )
        },
        CredentialSource(
            table: "membership",
            rows: """
                SELECT clinic_id, account_id, role, subject_id, ended_at IS NULL, awaits_owner FROM ONLY public.membership
                """
        ) { row in
            let (clinic, account) = (try row.uuid(0), try row.uuid(1))
            return (
                clinic, "\(clinic)/\(account)/\(try row.text(2))",
                [try row.uuid(3).text, "\(try row.bool(4))", "\(try row.bool(5))"]
            )
        },
        CredentialSource(
            table: "second_factor",
            rows: "SELECT account_id, secret, confirmed_at IS NOT NULL FROM ONLY public.second_factor"
        ) { row in
            (nil, try row.uuid(0).text, [RecordDigest.hex(try row.bytes(1)), "\(try row.bool(2))"])
        },
        CredentialSource(
            table: "device_pin",
            rows: "SELECT account_id, device_id, pin_hash, device_key FROM ONLY public.device_pin"
        ) { row in
            let account = try row.uuid(0).text
            let device = RecordDigest.hex(RecordDigest.of([account, try row.text(1)]))
            return (
                nil, "\(account)/\(device)",
                [try row.optionalText(2), try row.optionalBytes(3).map { RecordDigest.hex($0) }]
            )
        },
        CredentialSource(
            table: "paired_client",
            rows: "SELECT client_id, account_id, digest, expires_at, ended_at IS NULL FROM ONLY public.paired_client"
        ) { row in
            (
                nil, try row.uuid(0).text,
                [
                    try row.optionalUUID(1)?.text, try row.optionalBytes(2).map { RecordDigest.hex($0) },
                    try row.optionalTimestamp(3)?.microsecondsText, "\(try row.bool(4))",
                ]
            )
        },
        CredentialSource(
            table: "tablet",
            rows: "SELECT clinic_id, tablet_id, code, scope, paired_by, unpaired_at IS NULL FROM ONLY public.tablet"
        ) { row in
            (
                try row.uuid(0), try row.uuid(1).text,
                [
                    try row.optionalBytes(2).map { RecordDigest.hex($0) }, try row.optionalText(3),
                    try row.optionalUUID(4)?.text, "\(try row.bool(5))",
                ]
            )
        },
        CredentialSource(
            table: "recovery_code", rows: "SELECT account_id, code, used_at IS NULL FROM ONLY public.recovery_code"
        ) { row in
            let account = try row.uuid(0).text
            let code = RecordDigest.hex(RecordDigest.of([account, RecordDigest.hex(try row.bytes(1))]))
            return (nil, "\(account)/\(code)", ["\(try row.bool(2))"])
        },
        CredentialSource(
            table: "health_consent", rows: "SELECT clinic_id, account_id, agreed_at FROM ONLY public.health_consent"
        ) { row in
            let clinic = try row.uuid(0)
            return (clinic, "\(clinic)/\(try row.uuid(1))", [try row.optionalTimestamp(2)?.microsecondsText])
        },
        CredentialSource(
            table: "webhook",
            rows: """
                SELECT clinic_id, webhook_id, url, event_types, state, secret, old_secret FROM ONLY public.webhook
                """
        ) { row in
            let clinic = try row.uuid(0)
            return (
                clinic, "\(clinic)/\(try row.uuid(1))",
                [
                    try row.optionalText(2), try row.texts(3).joined(separator: " "), try row.optionalText(4),
                    try row.optionalBytes(5).map { RecordDigest.hex($0) },
                    try row.optionalBytes(6).map { RecordDigest.hex($0) },
                ]
            )
        },
    ]
}
