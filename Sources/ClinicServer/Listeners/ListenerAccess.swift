import Endpoints

/// The kind of listener, and the callers that it admits. If admins have a port of their own, which requires a client
/// certificate, a stolen admin password is useless elsewhere.
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
