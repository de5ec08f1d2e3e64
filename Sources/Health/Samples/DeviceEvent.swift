import EventLoop
public import EventSourcing
public import Identifiers
public import JSON
import PostgresClient
import SQL

/// A record that a paired client, a session of the person or an operator read, stored or exported the person's samples.
public struct DeviceEvent: Sendable {
    public enum Kind: String, CaseIterable, Sendable {
        case samplesRead = "samples-read"
        case samplesStored = "samples-stored"
        case samplesExported = "samples-exported"
    }

    public let id: UUIDBytes
    public let type: String
    public let at: Instant
    /// The paired client that read, stored or exported samples; `nil` for a session of the person and for an operator.
    public let client: UUIDBytes?
    /// The types of the samples, and their number: the JSON `{"types":[…],"count":…}`.
    public let detail: RawJSON

    public init(id: UUIDBytes, type: String, at: Instant, client: UUIDBytes?, detail: RawJSON) {
        self.id = id
        self.type = type
        self.at = at
        self.client = client
        self.detail = detail
    }

    /// A statement that records a device event. It must run in the same transaction as the access that it records.
    ///
    /// - Parameters:
    ///   - types: the types of the samples.
    ///   - count: the number of samples that were sent or asked for.
    static func note(
        _ kind: Kind, of account: UUIDBytes, by client: UUIDBytes?, types: [HealthType], count: Int, at now: Instant
    ) -> Statement {
        var generator = SystemRandomNumberGenerator()
        let id = UUIDBytes.version7(
            second: now.secondsSince1970, clock: WallClock.nanoseconds, using: &generator)
        let names = types.map { #""\#($0.rawValue)""# }.joined(separator: ",")
        let detail = JSONText(Array(#"{"types":[\#(names)],"count":\#(count)}"#.utf8))
        return """
            INSERT INTO device_event (account_id, event_id, at, type, client_id, detail)
            VALUES (\(account), \(id), \(now), \(kind.rawValue), \(client), \(detail))
            """
    }
}

extension Health {
    private static let shownEvents: Int64 = 100

    /// The latest device events of an account, newest first.
    public func deviceEvents(of account: UUIDBytes) async throws -> [DeviceEvent] {
        let statement: Statement = """
            SELECT event_id, type, at, client_id, detail FROM device_event
            WHERE account_id = \(account) ORDER BY event_id DESC LIMIT \(Self.shownEvents)
            """
        return try await pool.perform(statement, effect: .reads).map { row in
            DeviceEvent(
                id: try row.uuid(0), type: try row.text(1), at: try row.instant(2), client: try row.optionalUUID(3),
                detail: RawJSON(try row.bytes(4)))
        }
    }
}

extension Row {
    /// Reads a `timestamptz`, and drops its fraction of a second.
    func instant(_ column: Int) throws(PostgresError) -> Instant {
        Instant(secondsSince1970: try timestamp(column).microsecondsSince1970 / 1_000_000)
    }
}
