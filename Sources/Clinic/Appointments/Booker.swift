import Endpoints
import Identifiers

/// The caller of a booking: the patient or a member of the clinic's staff.
struct Booker {
    private let principal: Principal

    init(_ principal: Principal) { self.principal = principal }

    private var own: ID<Patient>? { principal.role == .patient ? ID(principal.subject) : nil }
    var side: BookingSide { own == nil ? .staff : .patient }

    /// The patient for whom the appointment is booked. Patients book for themselves; staff must name the patient.
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

    /// Throws a problem if a patient names a chair, since only the clinic chooses the chair.
    func names(chair: ID<Chair>?) throws(Problem) {
        guard own == nil || chair == nil else {
            throw .malformed(body: "/chair_id", code: "not_allowed", detail: "only the staff chooses chairs")
        }
    }

    func target(_ id: ID<Appointment>) -> AppointmentTarget { AppointmentTarget(id, for: own) }
}
