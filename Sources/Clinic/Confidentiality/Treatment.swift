public import EventSourcing
public import Identifiers

/// Who treats a patient, or did: the doctors of the appointments whose treatment has begun, but for those that were entered in
/// error.
///
/// An appointment that a doctor has booked or taken over with their own account is no proof: it would open any record to any
/// doctor.
public struct Treatment: EventSourced {
    private struct Visiting {
        let appointment: ID<Appointment>
        var doctor: ID<StaffMember>
        /// Whose doing it is that this doctor has it; `nil` for the system's.
        var assignedBy: UUIDBytes?
        var hasBegun = false
    }

    private var visits: [Visiting] = []

    public static let initial = Treatment()
    public static let readsPersonal = false

    /// - Parameter account: the doctor's.
    public func isBy(_ doctor: ID<StaffMember>, account: UUIDBytes) -> Bool {
        visits.contains { $0.doctor == doctor && $0.hasBegun && $0.assignedBy != account }
    }

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .appointment(let event) = recorded.event else { return }
        switch event {
        case .booked, .rescheduled: assign(event.visit, by: recorded.actor.account)
        case .started: begin(event.visit)
        case .undone(let undone):
            switch undone.to {
            case .inTreatment, .readyForCheckout, .completed: begin(undone.visit)
            case .requested, .booked, .confirmed, .arrived, .seated, .cancelled, .noShow, .enteredInError:
                end(undone.visit)
            }
        case .enteredInError: end(event.visit)
        case .cancelled, .missed, .approved, .confirmed, .arrived, .seated, .finished, .completed, .noted: break
        }
    }

    private func index(of visit: Visit) -> Int? { visits.firstIndex { $0.appointment == visit.appointment } }

    private mutating func assign(_ visit: Visit, by account: UUIDBytes?) {
        guard let index = index(of: visit) else {
            visits.append(
                Visiting(appointment: visit.appointment, doctor: visit.place.doctor, assignedBy: account))
            return
        }
        // Who only moves it to another time has not given it to anybody.
        guard visits[index].doctor != visit.place.doctor else { return }
        visits[index].doctor = visit.place.doctor
        visits[index].assignedBy = account
    }

    private mutating func begin(_ visit: Visit) {
        if let index = index(of: visit) { visits[index].hasBegun = true }
    }

    private mutating func end(_ visit: Visit) {
        if let index = index(of: visit) { visits[index].hasBegun = false }
    }
}

extension Subject<Treatment> {
    public static func treatment(of patient: ID<Patient>) -> Subject<Treatment> { Subject(.patientYears(patient)) }
}
