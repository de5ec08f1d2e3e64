public import EventLoop
public import EventSourcing

/// The channels to the configured push services.
public struct PushChannels: Sendable {
    /// The channel to APNs for apps from the App Store and TestFlight.
    public let apns: APNsChannel?
    /// The channel to APNs for apps that a developer has installed with Xcode. If the configuration names other servers
    /// than Apple's for production, this is the same channel as `apns`.
    public let apnsSandbox: APNsChannel?
    public let webPush: WebPushChannel?
    public let fcm: FCMChannel?

    /// Makes the channels. A connection is opened when the first message is sent.
    ///
    /// - Parameters:
    ///   - loop: the loop on which the connections run.
    ///   - clock: a function that returns the present time.
    /// - Throws: a `PushConfigurationError` that names the setting or the file to correct.
    public init(
        _ configuration: PushConfiguration, on loop: EventLoop, clock: @escaping @Sendable () -> Instant
    ) async throws(PushConfigurationError) {
        if let settings = configuration.apns {
            let channel = try APNsChannel(settings, on: loop, clock: clock)
            apns = channel
            if settings.host == .production {
                var sandbox = settings
                sandbox.host = .sandbox
                apnsSandbox = try APNsChannel(sandbox, on: loop, clock: clock)
            } else {
                apnsSandbox = channel
            }
        } else {
            apns = nil
            apnsSandbox = nil
        }
        if let settings = configuration.webPush {
            webPush = try WebPushChannel(settings, on: loop, clock: clock)
        } else {
            webPush = nil
        }
        if let settings = configuration.fcm {
            fcm = try await FCMChannel(settings, on: loop, clock: clock)
        } else {
            fcm = nil
        }
    }

    /// Closes the connections to all push services. Messages in progress get the outcome `retry`.
    public func close() {
        apns?.close()
        apnsSandbox?.close()
        webPush?.close()
        fcm?.close()
    }
}
