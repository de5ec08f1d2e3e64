import Endpoints
import EventSourcing
import Identifiers

/// The caller of an endpoint about appointments or free times: a patient, or a member of the clinic's staff.
struct Booker {
    private let principal: Principal

    init(_ principal: Principal) { self.principal = principal }

    private var own: ID<Patient>? { principal.role == .patient ? ID(principal.subject) : nil }
    var side: BookingSide { own == nil ? .staff : .patient }

    /// The patient who calls the endpoint; `nil` if a member of staff calls it.
    var caller: ID<Patient>? { own }

    /// The patient for whom the appointment is booked. Patients book for themselves, or as guardians for a dependant.
    /// The decision checks later that they are guardians. Staff must name the patient.
    func patient(named patient: ID<Patient>?) throws(Problem) -> ID<Patient> {
        if let own { return patient ?? own }
        guard let patient else {
            throw .malformed(body: "/patient_id", code: "missing", detail: "must be there")
        }
        return patient
    }

    /// Throws a problem if a patient asks for another patient's free times without being a guardian who may book for
    /// that patient.
    func checks(_ visitor: ID<Patient>?, _ model: inout DecisionModel<ClinicEvent>) throws(Problem) {
        guard let own, let visitor, own != visitor else { return }
        try model.require(.basics, { $0.rules.desk.guardiansBook }, else: Problem(.forbidden))
        try model.require(.guardian(own), { $0.dependants.contains(visitor) }, else: Problem(.forbidden))
        for record in model.records(ofPersonWith: visitor) {
            try model.require(.registration(of: record), { !$0.isRestricted }, else: Problem(.forbidden))
        }
    }

    /// Throws a problem if a patient names a chair, since only the clinic chooses the chair.
    func names(chair: ID<Chair>?) throws(Problem) {
        guard own == nil || chair == nil else {
            throw .malformed(body: "/chair_id", code: "not_allowed", detail: "only the staff chooses chairs")
        }
    }

    func target(_ id: ID<Appointment>) -> AppointmentTarget { AppointmentTarget(id, for: own) }
}
