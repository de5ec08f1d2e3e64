/// The name of a table, column, channel or other database object. It is written in the source code, and therefore safe
/// in a statement's text.
///
/// It is always quoted, so case matters and SQL key words are harmless.
public struct Identifier: Sendable {
    let schema: StaticString?
    let name: StaticString
    let number: UInt32?

    /// Makes the name of a table or another database object.
    ///
    /// - Parameter name: the name as stored, without quotes.
    public init(_ name: StaticString, schema: StaticString? = nil) {
        self.init(name: name, schema: schema, number: nil)
    }

    private init(name: StaticString, schema: StaticString?, number: UInt32?) {
        self.name = name
        self.schema = schema
        self.number = number
    }

    /// A copy of this name with a number appended (`patient_home_3`), for tables that exist in several versions.
    public func numbered(_ number: UInt32) -> Identifier {
        Identifier(name: name, schema: schema, number: number)
    }

    /// The database object's name in double quotes, with its schema if it has one.
    public var quoted: String {
        let last = Self.quote(unquoted)
        return schema.map { Self.quote($0.description) + "." + last } ?? last
    }

    /// The database object's name without schema and quotes, as it is used for a notification's channel.
    public var unquoted: String { name.description + (number.map { "_\($0)" } ?? "") }

    private static func quote(_ name: String) -> String {
        var quoted = "\""
        for character in name.unicodeScalars {
            if character == "\"" { quoted.unicodeScalars.append("\"") }
            quoted.unicodeScalars.append(character)
        }
        return quoted + "\""
    }
}

extension Identifier: Hashable {
    public static func == (left: Identifier, right: Identifier) -> Bool { left.quoted == right.quoted }
    public func hash(into hasher: inout Hasher) { hasher.combine(quoted) }
}
