/// One step of the database's schema: a file of `migrations/`, built into the program.
public struct Migration: Sendable {
    /// Unique, and the order in which migrations are applied.
    public let number: Int
    public let name: String
    /// The whole file, in UTF-8.
    public let script: [UInt8]

    public init(_ number: Int, _ name: String, script: [UInt8]) {
        self.number = number
        self.name = name
        self.script = script
    }
}

extension Migration {
    /// `0001_event_log`, as the file is called.
    public var fileName: String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "_" + name
    }
}
