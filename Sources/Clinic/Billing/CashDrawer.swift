public import JSON

/// A cash drawer of the clinic, by the number on its label.
public struct CashDrawer: Hashable, Comparable, Sendable {
    public let number: Int

    /// A drawer by its number; `nil` unless it is 1 to 99.
    public init?(_ number: Int) {
        guard CashDrawer.numbers.contains(number) else { return nil }
        self.number = number
    }

    private init(unchecked number: Int) { self.number = number }

    /// The drawer of a clinic that has only one.
    public static let first = CashDrawer(unchecked: 1)
    private static let numbers = 1...99

    public static func < (one: CashDrawer, other: CashDrawer) -> Bool { one.number < other.number }

    public static let codec = Codec<Int>.int(numbers)
        .checked(code: "out_of_range", detail: "must be 1 to 99", { CashDrawer($0) }, { $0.number })
        .described("The number of the cash drawer; a clinic with one drawer has number 1.")
}
