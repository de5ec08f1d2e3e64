import EventSourcing

extension ClinicEvent {
    /// The polled views that this event changes.
    public var views: [View] {
        switch self {
        case .appointment(.rescheduled(let event)):
            let days = [event.visit.place.date, event.from.date]
            return days[0] == days[1] ? [.day(days[0])] : days.map(View.day)
        case .appointment(let event): return [.day(event.visit.place.date)]
        // A patient's card is shown beside each of their appointments, on any day. A new patient has none yet.
        case .patient(.patientDetailsChanged), .patient(.patientContactChanged), .patient(.patientErased),
            .patient(.patientRecordsErased), .patient(.patientRestrictionSet):
            return [.everything]
        case .patient(.patientRegistered), .profile, .service, .chair, .staff, .guardian, .emergency, .hold, .billing,
            .quarantined:
            return []
        }
    }
}
