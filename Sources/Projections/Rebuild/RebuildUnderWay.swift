/// Another rebuild is running in this database.
public struct RebuildUnderWay: Error, CustomStringConvertible {
    public var description: String { "another rebuild is under way" }
}
