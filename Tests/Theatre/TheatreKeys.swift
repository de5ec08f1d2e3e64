import EventStore

extension PersonalKeys {
    /// The person keys of one process, with the theatres' master keys.
    package static func theatre(_ masters: [String: UInt8] = ["a": 1]) throws -> PersonalKeys {
        PersonalKeys(try MasterKeys { masters.mapValues { [UInt8](repeating: $0, count: 32) } })
    }
}
