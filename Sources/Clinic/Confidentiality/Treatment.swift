public import EventSourcing
public import Identifiers

/// Who treats a patient: the doctors of their appointments, whether to come, over or missed, but for those that were
/// cancelled or entered in error.
public struct Treatment: EventSourced {
    private struct Visiting {
        let appointment: ID<Appointment>
        let doctor: ID<StaffMember>
    }

    private var visits: [Visiting] = []

    public static let initial = Treatment()
    public static let readsPersonal = false

    public func isBy(_ doctor: ID<StaffMember>) -> Bool { visits.contains { $0.doctor == doctor } }

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .appointment(let event) = recorded.event else { return }
        switch event {
        case .booked, .rescheduled: keep(event.visit)
        case .cancelled, .enteredInError: remove(event.visit)
        case .undone(let undone):
            switch undone.to {
            case .cancelled, .enteredInError: remove(undone.visit)
            case .requested, .booked, .confirmed, .arrived, .seated, .inTreatment, .readyForCheckout, .completed,
                .noShow:
                keep(undone.visit)
            }
        case .missed, .approved, .confirmed, .arrived, .seated, .started, .finished, .completed, .noted: break
        }
    }

    private mutating func keep(_ visit: Visit) {
        remove(visit)
        visits.append(Visiting(appointment: visit.appointment, doctor: visit.place.doctor))
    }

    private mutating func remove(_ visit: Visit) { visits.removeAll { $0.appointment == visit.appointment } }
}

extension Subject<Treatment> {
    public static func treatment(of patient: ID<Patient>) -> Subject<Treatment> { Subject(.patientYears(patient)) }
}
