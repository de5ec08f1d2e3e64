/// The values of a path's parameters in their order, each stored as a range of the path's bytes.
public struct PathArguments: Sendable {
    /// The maximum number of parameters in a path.
    static var most: Int { 4 }

    private let path: ArraySlice<UInt8>
    private let names: [String]
    private let ranges: InlineArray<4, Range<Int>>

    init(path: ArraySlice<UInt8>, names: [String], ranges: InlineArray<4, Range<Int>>) {
        self.path = path
        self.names = names
        self.ranges = ranges
    }

    /// No path arguments, for tests and for endpoints whose path has no parameters.
    public init() { self.init(path: [], names: [], ranges: InlineArray(repeating: 0..<0)) }

    /// The arguments of a path with one parameter, for tests.
    public init(_ name: String, _ value: String) {
        let path = Array(value.utf8)
        var ranges: InlineArray<4, Range<Int>> = InlineArray(repeating: 0..<0)
        ranges[0] = path.indices
        self.init(path: path[...], names: [name], ranges: ranges)
    }

    /// The value of the path's parameter with the given name, as UTF-8; `nil` if there is no such parameter.
    subscript(name: String) -> [UInt8]? {
        guard let index = names.firstIndex(of: name) else { return nil }
        return Array(path[ranges[index]])
    }
}
