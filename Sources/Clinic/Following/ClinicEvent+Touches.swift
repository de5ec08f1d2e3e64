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
            .patient(.patientRecordsErased), .patient(.patientRecordsSealed), .patient(.patientRestrictionSet),
            .patient(.provisionalPatientAccepted),
            .patient(.patientMerged), .patient(.patientUnmerged):
            guard case .patient(let event) = self else { return [] }
            return event.records.map { .patient($0) }
        case .billing(let event): return [.account(event.accountChange.patient)]
        case .profile(.waitLimitsSet): return [.everything]
        case .message(let event): return event.touches
        // A guardian may read a dependant's messages, so a change of guardians can change the number of unread
        // messages.
        case .guardian: return [.messages]
        // A claim changes the part of the patient's debt that is with payers.
        case .insurance(let event): return event.claim == nil ? [] : event.patient.map { [.account($0)] } ?? []
        // A day's view shows the patient's alerts, which are allergies and conditions.
        case .chart(let event): return event.entry.kind == .medication ? [] : [.patient(event.patient)]
        // The reception's queue shows whether a patient's medical history form is due.
        case .historyForm(.filled(let filled)): return [.patient(filled.patient)]
        // A draft of an invoice charges nothing. The followed lists show no files, treatment plans,
        // dental charts, periodontal examinations, vital signs, notes, prescriptions and consents. Events about the
        // members of a family account or about a cash drawer's day change no patient's debt.
        case .patient(.patientRegistered), .patient(.publicBookingConfirmed), .profile, .service, .chair, .staff,
            .emergency, .block, .hold,
            .waitlist, .recall, .series, .draft, .drawer, .family, .recovery, .file, .treatment,
            .finding, .perio, .vitals,
            .note, .prescription, .historyForm,
            .consent,
            .notification,
            .quarantined:
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
            case .message, .messages: [.messages]
            }
        }
    }
}

extension MessageEvent {
    fileprivate var touches: [Touch] {
        switch self {
        case .sent(let event): [.message(event.message, in: event.thread)]
        case .withdrawn(let event): [.message(event.message, in: event.thread)]
        case .erased(let event): [.messages] + event.messages.map { .message($0, in: event.thread) }
        case .opened, .assigned, .closed, .reopened, .read: [.messages]
        }
    }
}
