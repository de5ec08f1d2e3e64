/// A notification that PostgreSQL has delivered: the channel and the payload of a NOTIFY.
public struct Notification: Sendable, Hashable {
    public let channel: String
    public let payload: String
    /// The process id of the session that sent the notification.
    public let senderPID: Int32

    package init(channel: String, payload: String, senderPID: Int32) {
        self.channel = channel
        self.payload = payload
        self.senderPID = senderPID
    }
}
