/// The configuration of the push services. A service without a configuration is not used.
public struct PushConfiguration: Sendable {
    public var apns: APNsConfiguration?
    public var webPush: WebPushConfiguration?
    public var fcm: FCMConfiguration?

    public init() {}

    /// Whether no push service is configured.
    public var isEmpty: Bool { apns == nil && webPush == nil && fcm == nil }
}
