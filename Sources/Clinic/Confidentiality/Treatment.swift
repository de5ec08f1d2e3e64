public import EventSourcing
public import Identifiers

/// The doctors of a patient's appointments, and the accounts that assigned the appointments to them.
///
/// A doctor treats a patient if another account assigned an appointment of the patient to the doctor and that
/// appointment has begun. An appointment that doctors have assigned to themselves is not accepted as proof of
/// treatment. Otherwise any doctor could open any record by booking an appointment.
public struct Treatment: EventSourced {
    private struct Assignment {
        let appointment: ID<Appointment>
        var doctor: ID<StaffMember>
        /// The account that assigned the appointment to this doctor; `nil` if a program without a login did.
        var assignedBy: UUIDBytes?
    }

    private var assignments: [Assignment] = []

    public static let initial = Treatment()
    public static let readsPersonal = false

    /// The appointments that another account assigned to a doctor.
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
        guard let index = assignments.firstIndex(where: { $0.appointment == visit.appointment }) else {
            assignments.append(
                Assignment(appointment: visit.appointment, doctor: visit.place.doctor, assignedBy: account))
            return
        }
        // If an appointment moves to another time with the same doctor, the account that assigned it to the doctor
        // stays the same.
        guard assignments[index].doctor != visit.place.doctor else { return }
        assignments[index].doctor = visit.place.doctor
        assignments[index].assignedBy = account
    }
}

extension Appointment {
    /// Whether the appointment's treatment has begun. False for an appointment that was entered in error.
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
