import Clinic
import Endpoints

extension Role {
    package init(_ role: StaffRole) {
        switch role {
        case .doctor: self = .doctor
        case .receptionist: self = .receptionist
        case .admin: self = .admin
        }
    }
}
