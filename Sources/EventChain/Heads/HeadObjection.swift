/// The reason why a signed head is not accepted.
package enum HeadObjection: UInt8, Hashable, Sendable, CustomStringConvertible {
    case unknownKey = 1
    case invalidSignature = 2

    package var description: String {
        switch self {
        case .unknownKey: "nobody has the key that it names"
        case .invalidSignature: "its signature does not hold"
        }
    }
}
