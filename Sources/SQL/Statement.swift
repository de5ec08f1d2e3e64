/// One SQL statement, with its values separate from its text.
///
/// It is written as a string literal whose interpolations become binds:
///
///     let statement: Statement = "SELECT document FROM patient_home WHERE clinic_id = \(clinic)"
///
/// The text consists of `StaticString` pieces only, so a value received from outside can never become part of it: SQL
/// injection is impossible. Binds are sent with the type that they have in Swift (see `BindType`). If SQL needs another
/// type, write a cast in the literal (`\(ids)::uuid[]`).
public struct Statement: ExpressibleByStringInterpolation, Sendable {
    /// A piece of the statement's text. Literals are not copied, so a client can recognise a statement that it has
    /// prepared by the addresses of its pieces.
    package enum Piece: Sendable {
        case literal(StaticString)
        case identifier(Identifier)
        case bind
    }

    package private(set) var pieces: [Piece]

    /// The values of the SQL statement, in the order of their placeholders.
    public private(set) var binds: [Bind]

    /// Makes a statement, or a part of one, of a literal without values.
    public init(stringLiteral value: StaticString) {
        pieces = [.literal(value)]
        binds = []
    }

    public init(stringInterpolation: StringInterpolation) {
        self = stringInterpolation.statement
    }

    private init(pieces: [Piece], binds: [Bind]) {
        self.pieces = pieces
        self.binds = binds
    }

    /// The statement's text with placeholders `$1`, `$2` … in place of the binds.
    public var text: String {
        var text = ""
        var number = 0
        for piece in pieces {
            switch piece {
            case .literal(let literal): text += literal.description
            case .identifier(let identifier): text += identifier.quoted
            case .bind:
                number += 1
                text += "$\(number)"
            }
        }
        return text
    }

    /// Joins two statements, or parts of statements, into one with the texts and binds of both.
    public static func + (left: Statement, right: Statement) -> Statement {
        var both = left
        both.append(right)
        return both
    }

    mutating func append(_ other: Statement) {
        pieces += other.pieces
        binds += other.binds
    }

    mutating func append(_ bind: Bind) {
        pieces.append(.bind)
        binds.append(bind)
    }

    mutating func append(_ piece: Piece) { pieces.append(piece) }

    static func reserving(pieces: Int, binds: Int) -> Statement {
        var statement = Statement(pieces: [], binds: [])
        statement.pieces.reserveCapacity(pieces)
        statement.binds.reserveCapacity(binds)
        return statement
    }
}

extension Statement: Hashable {
    /// Two statements are equal if their texts and binds are equal, even if they consist of different pieces.
    public static func == (left: Statement, right: Statement) -> Bool {
        left.binds == right.binds && left.text == right.text
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(text)
        hasher.combine(binds)
    }
}

extension Statement: CustomStringConvertible {
    /// The statement's text without the values of its binds: they may hold patient data, and descriptions end up in
    /// logs.
    public var description: String { text }
}

extension Sequence<Statement> {
    /// Joins several statements, or parts of statements, into one with `separator` between them.
    public func joined(separator: Statement = ", ") -> Statement {
        var joined = Statement.reserving(pieces: 8, binds: 8)
        for (index, part) in enumerated() {
            if index > 0 { joined.append(separator) }
            joined.append(part)
        }
        return joined
    }
}
