import Identifiers
import SQL

extension Timestamp {
    init(seconds: Int64) { self.init(microsecondsSince1970: seconds * 1_000_000) }

    /// Whole seconds since 1970-01-01T00:00Z.
    var seconds: Int64 { microsecondsSince1970 / 1_000_000 }

    func adding(seconds: Int64) -> Timestamp {
        Timestamp(microsecondsSince1970: microsecondsSince1970 + seconds * 1_000_000)
    }
}

/// A new id that sorts by its time.
func newID(at now: Timestamp) -> UUIDBytes {
    var generator = SystemRandomNumberGenerator()
    return .version7(milliseconds: now.microsecondsSince1970 / 1000, using: &generator)
}
