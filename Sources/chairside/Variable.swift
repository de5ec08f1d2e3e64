import ArgumentParser
import Foundation

/// An environment variable for a setting. Its value is used if the setting's option is not given.
enum Variable: String, CaseIterable {
    case database = "DATABASE_URL"
    case databaseFile = "DATABASE_URL_FILE"
    case keys = "CHAIRSIDE_KEYS"
    case replica = "CHAIRSIDE_REPLICA"
    case chainHeads = "CHAIRSIDE_CHAIN_HEADS"
    case projectionAuditRate = "CHAIRSIDE_PROJECTION_AUDIT_RATE"
    case allowedOrigins = "CHAIRSIDE_ALLOWED_ORIGINS"
    case console = "CHAIRSIDE_CONSOLE"
    case publicURL = "CHAIRSIDE_PUBLIC_URL"
    case certificate = "CHAIRSIDE_TLS_CERT"
    case certificateKey = "CHAIRSIDE_TLS_KEY"
    case nextCertificate = "CHAIRSIDE_TLS_NEXT_CERT"
    case mailCommand = "CHAIRSIDE_MAIL_COMMAND"
    case mailSender = "CHAIRSIDE_MAIL_FROM"
    case accountURL = "CHAIRSIDE_ACCOUNT_URL"
    case files = "CHAIRSIDE_FILES"
    case scanCommand = "CHAIRSIDE_SCAN_COMMAND"
    case apnsKey = "CHAIRSIDE_APNS_KEY"
    case apnsTeam = "CHAIRSIDE_APNS_TEAM"
    case apnsKeyID = "CHAIRSIDE_APNS_KEY_ID"
    case apnsTopic = "CHAIRSIDE_APNS_TOPIC"
    case apnsHost = "CHAIRSIDE_APNS_HOST"
    case webPushKey = "CHAIRSIDE_WEB_PUSH_KEY"
    case webPushSubject = "CHAIRSIDE_WEB_PUSH_SUBJECT"
    case fcmKey = "CHAIRSIDE_FCM_KEY"
    case fcmHost = "CHAIRSIDE_FCM_HOST"
    case pushCA = "CHAIRSIDE_PUSH_CA"
    case logLevel = "CHAIRSIDE_LOG"

    /// The name of the option that has the same meaning as the environment variable; `nil` if there is none.
    var option: String? {
        switch self {
        case .database, .databaseFile: "database"
        case .keys: "keys"
        case .replica: "replica"
        case .chainHeads: "chain-heads"
        case .projectionAuditRate: "projection-audit-rate"
        case .allowedOrigins: "allowed-origin"
        case .console: "console"
        case .publicURL: "public-url"
        case .certificate: "tls-cert"
        case .certificateKey: "tls-key"
        case .nextCertificate: "tls-next-cert"
        case .mailCommand: "mail-command"
        case .mailSender: "mail-from"
        case .accountURL: "account-url"
        case .files: "files"
        case .scanCommand: "scan-command"
        case .apnsKey: "apns-key"
        case .apnsTeam: "apns-team"
        case .apnsKeyID: "apns-key-id"
        case .apnsTopic: "apns-topic"
        case .apnsHost: "apns-host"
        case .webPushKey: "web-push-key"
        case .webPushSubject: "web-push-subject"
        case .fcmKey: "fcm-key"
        case .fcmHost: "fcm-host"
        case .pushCA: "push-ca"
        case .logLevel: nil
        }
    }

    /// The setting's default value, which is used if neither the option nor the environment variable is given.
    var standard: String? {
        switch self {
        case .keys: ".local/keys"
        case .projectionAuditRate: "1"
        case .console: "on"
        case .apnsHost: "production"
        case .logLevel: "notice"
        default: nil
        }
    }

    /// A text that explains the environment variable's value. The help of the variable's option shows it in parentheses
    /// after the variable's name; `nil` for no text.
    var note: String? {
        switch self {
        case .databaseFile: "a file that holds the URI"
        case .allowedOrigins: "with spaces between them"
        default: nil
        }
    }

    /// The end of an option's help text, which names the environment variables and the default value.
    static func phrase(of variables: [Variable]) -> String {
        variables.map { "; else \($0.rawValue)\($0.note.map { " (\($0))" } ?? "")" }.joined()
            + variables.compactMap(\.standard).map { "; else \($0)" }.joined() + "."
    }
}

extension ArgumentHelp {
    /// The help text of an option, which also names its environment variables.
    ///
    /// - Parameter sentence: the purpose of the option, without the full stop.
    static func setting(_ sentence: String, or variables: Variable..., valueName: String? = nil) -> ArgumentHelp {
        ArgumentHelp("\(sentence)\(Variable.phrase(of: variables))", valueName: valueName)
    }
}

/// The value of an environment variable; `nil` if it is missing or empty.
func environment(_ variable: Variable) -> String? {
    ProcessInfo.processInfo.environment[variable.rawValue].flatMap { $0.isEmpty ? nil : $0 }
}
