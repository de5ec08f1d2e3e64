import EventSourcing
import Identifiers
import PostgresClient
import SQL

/// A wrapped person key as it is stored.
package struct WrappedKey: Sendable {
    package let name: KeyName
    let wrapped: [UInt8]
    package let master: String

    init(name: KeyName, wrapped: [UInt8], master: String) {
        self.name = name
        self.wrapped = wrapped
        self.master = master
    }

    /// Reads a wrapped key.
    ///
    /// - Parameter row: a row with the columns clinic, person, retention, wrapped key, master key.
    package init(_ row: Row) throws(PostgresError) {
        name = KeyName(
            clinic: try row.uuid(0), person: try row.uuid(1), retention: UInt8(clamping: try row.int64(2)))
        wrapped = try row.bytes(3)
        master = try row.text(4)
    }
}
