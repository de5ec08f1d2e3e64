public import HTTPClient

/// The configuration of Firebase Cloud Messaging (FCM).
public struct FCMConfiguration: Sendable {
    /// The path of the service account's JSON file from Google Cloud.
    public var keyFile: String
    /// The server of FCM; `nil` for Google's server.
    public var origin: HTTPSOrigin?
    /// A PEM file with the certificate authorities that are trusted for FCM; `nil` for the system's.
    public var authorities: String?

    public init(keyFile: String) {
        self.keyFile = keyFile
    }
}
