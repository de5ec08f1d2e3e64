import EventSourcing

extension ClinicEvent {
    /// The changes that an event makes in the lists that clients poll and follow.
    public var touches: [Touch] {
        switch self {
        case .appointment(let event):
            let effect = event.effect
            let day = effect.visit.place.date
            let days: [CivilDate]
            if case .moves(let from) = effect.time, from.date != day { days = [day, from.date] } else { days = [day] }
            return [.appointment(effect.visit.appointment, of: effect.visit.patient, on: days)]
        // A day's view shows a patient's card beside each appointment, so a change of a patient's data may change the
        // view of any day. A new patient has no appointments yet, so the registration of a patient and the confirmation
        // of a booking request change no day's view.
        case .patient(.patientDetailsChanged), .patient(.patientContactChanged), .patient(.patientErased),
            .patient(.patientRecordsErased), .patient(.patientRestrictionSet), .patient(.provisionalPatientAccepted),
            .patient(.patientMerged), .patient(.patientUnmerged):
            guard case .patient(let event) = self else { return [] }
            return event.records.map { .patient($0) }
        case .billing(let event): return [.account(event.accountChange.patient)]
        case .profile(.waitLimitsSet): return [.everything]
        // A claim changes the part of the patient's debt that is with payers.
        case .insurance(let event): return event.claim == nil ? [] : event.patient.map { [.account($0)] } ?? []
        // A draft of an invoice charges nothing. The followed lists show no files. Events about the members of a family
        // account or about a cash drawer's day change no patient's debt.
        case .patient(.patientRegistered), .patient(.publicBookingConfirmed), .profile, .service, .chair, .staff,
            .guardian, .emergency, .block, .hold,
            .waitlist, .recall, .series, .draft, .drawer, .family, .recovery, .file, .quarantined:
            return []
        }
    }

    /// The views that get a new version because of the event.
    public var views: [View] {
        touches.flatMap { touch -> [View] in
            switch touch {
            case .appointment(_, let patient, let days): days.map { .day($0) } + [.ofGroup(of: patient)]
            case .patient, .everything: [.everything]
            case .account: [.accounts]
            }
        }
    }
}
