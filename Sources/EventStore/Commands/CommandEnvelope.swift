public import EventSourcing
public import Identifiers

/// The data that accompanies a command's decision: the command's sender, time and id, and the digest of its request.
public struct CommandEnvelope: Sendable {
    /// The client's id for the command (its Idempotency-Key). A command with an id is done once, however often it is
    /// sent.
    public let commandID: UUIDBytes?
    /// The digest of the request. A command with an earlier command's id and another digest fails.
    public let requestHash: [UInt8]
    public let actor: Actor
    /// The time at which the server received the command.
    public let now: Instant

    public init(commandID: UUIDBytes? = nil, requestHash: [UInt8] = [], actor: Actor, now: Instant) {
        self.commandID = commandID
        self.requestHash = requestHash
        self.actor = actor
        self.now = now
    }
}
