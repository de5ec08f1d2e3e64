import Push

/// The label under which the metrics count an attempt to deliver a notification: a push service, or mail.
enum DeliveryWay: Int, CaseIterable, Sendable {
    case apns, apnsSandbox, fcm, webPush, mail

    init?(_ target: DeliveryTarget) {
        switch target {
        case .mail: self = .mail
        case .device(let device):
            switch device.service {
            case .apple: self = .apns
            case .appleSandbox: self = .apnsSandbox
            case .google: self = .fcm
            case .web: self = .webPush
            case nil: return nil
            }
        }
    }

    var label: String {
        switch self {
        case .apns: "apns"
        case .apnsSandbox: "apns_sandbox"
        case .fcm: "fcm"
        case .webPush: "web_push"
        case .mail: "mail"
        }
    }
}

/// The outcome of an attempt to deliver a notification.
enum DeliveryOutcome: Int, CaseIterable, Sendable {
    case delivered
    /// The registration of the device no longer exists at the push service.
    case gone
    /// The push service or the mail program could not take the notification, and is asked again later.
    case retry
    /// The push service or the mail program will never take the notification.
    case refused

    init(_ outcome: PushOutcome) {
        switch outcome {
        case .delivered: self = .delivered
        case .gone: self = .gone
        case .retry: self = .retry
        case .refused: self = .refused
        }
    }
}
