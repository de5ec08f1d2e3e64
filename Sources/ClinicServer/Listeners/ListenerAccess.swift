import Endpoints

/// The callers that a listener admits. If there is a separate port for admins, only that port admits admins, and it
/// requires a client certificate. So a stolen admin password is useless without the certificate.
enum ListenerAccess: Sendable {
    case everybody
    case everybodyButAdmins
    case admins

    func admits(_ role: Role) -> Bool {
        switch self {
        case .everybody: true
        case .everybodyButAdmins: role != .admin
        case .admins: role == .admin
        }
    }
}
