import SQL

/// A statement that a connection's server knows by name.
///
/// Belongs to one `PreparedStatements`, and with it to one loop.
package final class PreparedStatement {
    enum State: Equatable {
        /// The statement's Parse is in flight, in this segment: others cannot rely on it yet.
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
