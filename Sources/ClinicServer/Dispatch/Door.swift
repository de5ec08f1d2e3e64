import Endpoints

/// The way in that a listener is, and who may take it. Where admins have a door of their own, which asks for a certificate of theirs, a stolen
/// password of an admin opens nothing from elsewhere.
enum Door: Sendable {
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
