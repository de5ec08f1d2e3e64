import EventSourcing

extension ClinicEvent {
    /// The polled views that this event changes.
    public var views: [View] {
        switch self {
        case .appointment(let event):
            let effect = event.effect
            let day = effect.visit.place.date
            if case .moves(let from) = effect.time, from.date != day { return [.day(day), .day(from.date)] }
            return [.day(day)]
        // A day's view shows a patient's card beside each appointment, so a change of a patient's data may change the
        // view of any day. A new patient has no appointments yet, so the registration changes no day.
        case .patient(.patientDetailsChanged), .patient(.patientContactChanged), .patient(.patientErased),
            .patient(.patientRecordsErased), .patient(.patientRestrictionSet):
            return [.everything]
        case .patient(.patientRegistered), .profile, .service, .chair, .staff, .guardian, .emergency, .block, .hold,
            .waitlist, .recall, .series, .billing, .draft, .drawer, .family, .quarantined:
            return []
        }
    }
}
