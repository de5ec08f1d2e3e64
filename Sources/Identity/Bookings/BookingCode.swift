import Identifiers

/// The code that is mailed to the sender of a booking request. It is computed from the request's id with the pepper, so
/// the code is stored nowhere, and the stored row of the request is not enough to compute it.
struct BookingCode: Hashable, Sendable {
    static let digits = 8

    let text: String

    init(_ request: UUIDBytes, _ pepper: Pepper) {
        let number = pepper.authenticate("booking-code", [request.bytes]).prefix(8).reduce(UInt64(0)) {
            $0 << 8 | UInt64($1)
        }
        let digits = String(number % 100_000_000)
        text = String(repeating: "0", count: Self.digits - digits.count) + digits
    }

    /// Whether the code that a person entered is the booking request's code. The comparison takes constant time.
    func isSame(as entered: String) -> Bool {
        let (own, other) = (Array(text.utf8), Array(entered.utf8))
        return own.count == other.count && zip(own, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
