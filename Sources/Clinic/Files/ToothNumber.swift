import JSON

/// A tooth by its number of two digits (ISO 3950): the quadrant (1 to 4, or 5 to 8 for milk teeth), and the tooth's
/// place in the quadrant.
public struct ToothNumber: Hashable, Sendable {
    public let number: Int

    /// Creates a tooth's number from an integer; `nil` if no tooth has the given number.
    public init?(_ number: Int) {
        let (quadrant, place) = number.quotientAndRemainder(dividingBy: 10)
        let places: ClosedRange<Int>
        switch quadrant {
        case 1...4: places = 1...8
        case 5...8: places = 1...5
        default: return nil
        }
        guard places.contains(place) else { return nil }
        self.number = number
    }

    static let codec = Codec<Int>.int(11...85).checked(
        code: "unknown_tooth", detail: "must be a tooth's number of two digits", { ToothNumber($0) }, { $0.number })
}
