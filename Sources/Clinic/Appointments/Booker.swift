import Endpoints
import Identifiers

/// The caller of a booking: the patient or a member of the clinic's staff.
struct Booker {
    private let principal: Principal

    init(_ principal: Principal) { self.principal = principal }

    private var own: ID<Patient>? { principal.role == .patient ? ID(principal.subject) : nil }
    var side: BookingSide { own == nil ? .staff : .patient }

    /// The patient to book for: patients book for themselves, and staff must name the patient.
    func patient(named patient: ID<Patient>?) throws(Problem) -> ID<Patient> {
        if let own {
            guard patient == nil || patient == own else { throw Problem(.forbidden) }
            return own
        }
        guard let patient else {
            throw .malformed(body: "/patient_id", code: "missing", detail: "must be there")
        }
        return patient
    }

    /// Refuses a chair named by a patient: only the clinic chooses the chair.
    func names(chair: ID<Chair>?) throws(Problem) {
        guard own == nil || chair == nil else {
            throw .malformed(body: "/chair_id", code: "not_allowed", detail: "only the staff chooses chairs")
        }
    }

    func target(_ id: ID<Appointment>) -> AppointmentTarget { AppointmentTarget(id, for: own) }
}
