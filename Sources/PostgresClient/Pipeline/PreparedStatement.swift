import SQL

/// A statement that one connection has prepared in PostgreSQL under a name.
///
/// A prepared statement belongs to one `PreparedStatements`, and so to one loop.
package final class PreparedStatement {
    enum State: Equatable {
        /// PostgreSQL has not confirmed the Parse message that prepares the statement. It was sent for the database
        /// call with the given number, and other calls cannot use the prepared statement yet.
        case preparing(segment: UInt64)
        case ready
        case forgotten
    }

    package let name: String
    let text: String
    let types: [BindType]
    var state: State
    var lastUse: UInt64

    init(name: String, text: String, types: [BindType], state: State, lastUse: UInt64) {
        self.name = name
        self.text = text
        self.types = types
        self.state = state
        self.lastUse = lastUse
    }
}
