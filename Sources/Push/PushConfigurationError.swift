/// An error in the configuration of a push service, for the operator. Its text contains no part of a key.
public struct PushConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}
