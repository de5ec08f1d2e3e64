/// The error that another rebuild is running in the same database.
public struct RebuildUnderWay: Error, CustomStringConvertible {
    public var description: String { "another rebuild is under way" }
}
