public import HTTPClient

/// The configuration of Apple's push service (APNs).
public struct APNsConfiguration: Sendable {
    /// The path of the `.p8` file with the key that signs provider tokens.
    public var keyFile: String
    /// The identifier of the developer team at Apple: ten characters.
    public var team: String
    /// The identifier of the key that signs provider tokens: ten characters.
    public var keyID: String
    /// The bundle identifier of the app that gets notifications by APNs.
    public var topic: String
    public var host: Host = .production
    /// A PEM file with the certificate authorities that are trusted for APNs; `nil` for the system's.
    public var authorities: String?

    /// The servers of APNs.
    public enum Host: Sendable, Hashable {
        /// The servers of APNs for apps from the App Store and TestFlight.
        case production
        /// The servers of APNs for apps that a developer has installed with Xcode.
        case sandbox
        case other(HTTPSOrigin)

        /// The origin of the servers; `nil` if the name of one of Apple's hosts cannot be read as an origin.
        var origin: HTTPSOrigin? {
            switch self {
            case .production: HTTPSOrigin(host: "api.push.apple.com")
            case .sandbox: HTTPSOrigin(host: "api.sandbox.push.apple.com")
            case .other(let origin): origin
            }
        }
    }

    public init(keyFile: String, team: String, keyID: String, topic: String) {
        self.keyFile = keyFile
        self.team = team
        self.keyID = keyID
        self.topic = topic
    }

    /// Checks the form of the identifiers of team, key and app for APNs.
    ///
    /// - Throws: a `PushConfigurationError` that names the wrong setting.
    func check() throws(PushConfigurationError) {
        for (name, value) in [("team", team), ("key id", keyID)]
        where value.utf8.count != 10 || !value.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) {
            throw PushConfigurationError("the \(name) for APNs must be ten letters and digits")
        }
        guard (1...255).contains(topic.utf8.count), topic.utf8.allSatisfy({ $0 > 32 && $0 < 127 }) else {
            throw PushConfigurationError("the topic for APNs must be the app's bundle identifier")
        }
    }
}
