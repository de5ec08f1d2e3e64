/// The path of an operation with names in place of its parameters, such as `/api/v1/appointments/{appointment_id}`.
public struct PathTemplate: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    public enum Segment: Hashable, Sendable {
        case literal(String)
        case parameter(String)
    }

    public let text: String
    public let segments: [Segment]

    public init(_ text: String) {
        precondition(text.hasPrefix("/"), "a path begins with a slash")
        self.text = text
        segments = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map { segment in
            segment.hasPrefix("{") && segment.hasSuffix("}")
                ? .parameter(String(segment.dropFirst().dropLast())) : .literal(String(segment))
        }
    }

    public init(stringLiteral text: String) { self.init(text) }

    /// The names of the path's parameters, in order.
    public var parameters: [String] {
        segments.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
    }

    public var description: String { text }
}
