import Clinic
import Identity
import Push

/// The channels of this server: push services and mail.
package struct NotificationChannels: Sendable {
    /// A push service that delivers notifications to devices or browsers.
    package enum PushService: Hashable, Sendable {
        case apple, appleSandbox, google, web

        /// The push service of a device's registration; `nil` if this release does not know the device's platform.
        init?(platform: String, environment: String) {
            switch platform {
            case "ios", "ipados": self = environment == "sandbox" ? .appleSandbox : .apple
            case "android": self = .google
            case "web": self = .web
            default: return nil
            }
        }
    }

    private let push: [PushService: any PushChannel]
    private let mail: (any PushChannel)?
    /// The public key with which browsers subscribe to this server's Web Push, in base64url; `nil` without Web Push.
    let webPushKey: String?

    package init(
        push: [PushService: any PushChannel] = [:], mail: (any PushChannel)? = nil, webPushKey: String? = nil
    ) {
        self.push = push
        self.mail = mail
        self.webPushKey = webPushKey
    }

    /// The channels to the configured push services, and to the mail program.
    init(_ channels: PushChannels, mail: MailProgram?) {
        var push: [PushService: any PushChannel] = [:]
        push[.apple] = channels.apns
        push[.appleSandbox] = channels.apnsSandbox
        push[.google] = channels.fcm
        push[.web] = channels.webPush
        self.init(
            push: push, mail: mail.map { MailChannel(program: $0) },
            webPushKey: channels.webPush?.applicationServerKey)
    }

    /// The channel that delivers to the given device or e-mail address; `nil` if this server has no such channel.
    func channel(for target: DeliveryTarget) -> (any PushChannel)? {
        switch target {
        case .device(let device): device.service.flatMap { push[$0] }
        case .mail: mail
        }
    }
}

/// The target of a delivery: a device or an e-mail address.
enum DeliveryTarget: Sendable {
    case device(Device)
    /// The e-mail address to which the notification is sent.
    case mail(String)

    struct Device: Sendable {
        let service: NotificationChannels.PushService?
        let token: String
    }

    /// The device's push token, or the e-mail address.
    var token: String {
        switch self {
        case .device(let device): device.token
        case .mail(let address): address
        }
    }
}
