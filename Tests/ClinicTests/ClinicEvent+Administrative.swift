import Clinic

extension ClinicEvent {
    /// Whether the event is about the clinic's settings, services, chairs, staff, payers or templates, or records that
    /// an operator has passed over an unreadable event. In ten years a clinic has only hundreds of such events, bounded
    /// by the number of chairs, services, closures and so on.
    var isAdministrative: Bool {
        switch self {
        case .profile, .service, .chair, .staff, .quarantined: true
        case .insurance(.payerAdded), .insurance(.payerRenamed), .insurance(.payerRetired): true
        case .note(.templateSaved), .note(.templateRetired): true
        case .consent(.templateSet), .consent(.templateRetired): true
        case .notification(.settingsSet): true
        default: false
        }
    }
}
