public import EventSourcing
public import Identifiers

/// The doctors and hygienists of a patient's appointments, and the accounts that assigned the appointments to them. In
/// the comments and names of this type, "doctor" includes hygienists, as in the staff's roles.
///
/// A doctor treats a patient if another account, or a program, assigned one of the patient's appointments to the
/// doctor, and the treatment of that appointment has begun. An appointment that doctors have assigned to themselves is
/// not accepted as proof of treatment. Otherwise any doctor could open any record by booking an appointment.
public struct Treatment: EventSourced {
    private struct Assignment {
        let appointment: ID<Appointment>
        let doctor: ID<StaffMember>
        /// The account that assigned the appointment to the given doctor; `nil` if a program without a login did.
        let assignedBy: UUIDBytes?
    }

    private var assignments: [Assignment] = []

    public static let initial = Treatment()
    public static let readsPersonal = false

    /// The patient's appointments that another account, or a program without a login, assigned to a doctor.
    ///
    /// - Parameter account: the doctor's own account.
    public func appointments(givenTo doctor: ID<StaffMember>, account: UUIDBytes) -> [ID<Appointment>] {
        assignments.filter { $0.doctor == doctor && $0.assignedBy != account }.map(\.appointment)
    }

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .appointment(let event) = recorded.event else { return }
        let effect = event.effect
        switch effect.time {
        case .takes, .moves: assign(effect.visit, by: recorded.actor.account)
        case .frees, .takesAgain, .unchanged: break
        }
    }

    private mutating func assign(_ visit: Visit, by account: UUIDBytes?) {
        let staff = visit.place.staff
        assignments.removeAll { $0.appointment == visit.appointment && !staff.contains($0.doctor) }
        // If an appointment moves to another time with the same doctor, the account that assigned it to the doctor
        // stays the same.
        for doctor in staff
        where !assignments.contains(where: { $0.appointment == visit.appointment && $0.doctor == doctor }) {
            assignments.append(Assignment(appointment: visit.appointment, doctor: doctor, assignedBy: account))
        }
    }
}

extension Appointment {
    /// Whether the appointment's treatment has begun. It is false for an appointment that was marked as entered in
    /// error.
    public var hasBegun: Bool {
        guard case .made(let course) = self else { return false }
        return switch course.status {
        case .inTreatment, .readyForCheckout, .completed: true
        case .requested, .booked, .confirmed, .arrived, .seated, .cancelled, .noShow, .enteredInError: false
        }
    }
}

extension Subject<Treatment> {
    public static func treatment(of patient: ID<Patient>) -> Subject<Treatment> { Subject(.patientYears(patient)) }
}
