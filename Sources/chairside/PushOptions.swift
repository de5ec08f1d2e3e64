import ArgumentParser
import ClinicServer
import HTTPClient
import Identity
import Push

/// The options of `chairside serve` for push services. A push service without a key is not used.
struct PushOptions: ParsableArguments {
    @Option(
        help: .setting("The .p8 file with the key for Apple's push service (APNs)", or: .apnsKey, valueName: "path"))
    var apnsKey: String?
    @Option(help: .setting("The developer team of the key for APNs: ten characters", or: .apnsTeam))
    var apnsTeam: String?
    @Option(
        name: .customLong("apns-key-id"),
        help: .setting("The identifier of the key for APNs: ten characters", or: .apnsKeyID))
    var apnsKeyID: String?
    @Option(help: .setting("The bundle identifier of the app, to which APNs delivers", or: .apnsTopic))
    var apnsTopic: String?
    @Option(
        help: .setting(
            "The servers of APNs: production, sandbox, or an origin such as https://host:port", or: .apnsHost))
    var apnsHost: String?
    @Option(
        help: .setting(
            "The PEM file with the P-256 key that identifies the server to browsers' push services", or: .webPushKey,
            valueName: "path"))
    var webPushKey: String?
    @Option(
        help: .setting(
            "A mailto: or https: URI at which push services of browsers can reach the operator; by default --public-url",
            or: .webPushSubject,
            valueName: "uri"))
    var webPushSubject: String?
    @Option(
        help: .setting(
            "The JSON file of the Google service account that sends by Firebase Cloud Messaging (FCM)", or: .fcmKey,
            valueName: "path"))
    var fcmKey: String?
    @Option(help: .setting("The origin of the FCM server, if it is not Google's", or: .fcmHost, valueName: "origin"))
    var fcmHost: String?
    @Option(
        name: .customLong("push-ca"),
        help: .setting(
            "A PEM file with the certificate authorities to trust for push services, instead of the system's",
            or: .pushCA, valueName: "path"))
    var authorities: String?

    /// - Parameter address: the address by which people reach the server; `nil` if it is not known.
    func resolved(_ address: Origin?) throws -> PushConfiguration {
        var configuration = PushConfiguration()
        configuration.apns = try apns()
        configuration.webPush = try webPush(address)
        configuration.fcm = try fcm()
        let authorities = authorities ?? environment(.pushCA)
        configuration.apns?.authorities = authorities
        configuration.webPush?.authorities = authorities
        configuration.fcm?.authorities = authorities
        return configuration
    }

    private func apns() throws -> APNsConfiguration? {
        guard let key = apnsKey ?? environment(.apnsKey) else { return nil }
        guard let team = apnsTeam ?? environment(.apnsTeam), let keyID = apnsKeyID ?? environment(.apnsKeyID),
            let topic = apnsTopic ?? environment(.apnsTopic)
        else { throw ValidationError("--apns-key needs --apns-team, --apns-key-id and --apns-topic") }
        var configuration = APNsConfiguration(keyFile: key, team: team, keyID: keyID, topic: topic)
        switch apnsHost ?? environment(.apnsHost) ?? Variable.apnsHost.standard {
        case "production", nil: configuration.host = .production
        case "sandbox": configuration.host = .sandbox
        case let text?: configuration.host = .other(try origin(text, "--apns-host"))
        }
        return configuration
    }

    private func webPush(_ address: Origin?) throws -> WebPushConfiguration? {
        guard let key = webPushKey ?? environment(.webPushKey) else { return nil }
        let named = webPushSubject ?? environment(.webPushSubject)
        guard let subject = named ?? address.flatMap({ $0.isSecure ? "\($0)" : nil }) else {
            throw ValidationError("--web-push-key needs --web-push-subject, or --public-url with https")
        }
        return WebPushConfiguration(keyFile: key, subject: subject)
    }

    private func fcm() throws -> FCMConfiguration? {
        guard let key = fcmKey ?? environment(.fcmKey) else { return nil }
        var configuration = FCMConfiguration(keyFile: key)
        configuration.origin = try (fcmHost ?? environment(.fcmHost)).map { try origin($0, "--fcm-host") }
        return configuration
    }

    private func origin(_ text: String, _ option: String) throws -> HTTPSOrigin {
        guard let address = HTTPSAddress(text), address.path == "/" else {
            throw ValidationError("\(option) is https://host or https://host:port")
        }
        return address.origin
    }
}
