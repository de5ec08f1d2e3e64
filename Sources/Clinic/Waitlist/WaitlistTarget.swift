import Endpoints
import EventSourcing
public import Identifiers

/// The waitlist entry that a command is about, and the sender of the command. A sender who is a patient reaches only
/// the entries of the patient's own record and of a record that was merged into it.
public struct WaitlistTarget: Hashable, Sendable {
    let entry: ID<WaitlistEntry>
    /// The patient who sends the command; `nil` for the clinic's staff.
    let patient: ID<Patient>?

    public init(_ entry: ID<WaitlistEntry>, for patient: ID<Patient>? = nil) {
        self.entry = entry
        self.patient = patient
    }

    var side: BookingSide { patient == nil ? .staff : .patient }

    /// Reads the state of the waitlist entry.
    ///
    /// - Throws: `unknown` both if the entry does not exist and if a patient asks for another patient's entry.
    func course<Rejection: Error>(
        in model: inout DecisionModel<ClinicEvent>, else unknown: @autoclosure () -> Rejection
    ) throws(Rejection) -> WaitlistCourse.Course {
        guard case .made(let course) = model[.waitlistEntry(entry)] else { throw unknown() }
        if let patient, !model.isShown(course.entry.patient, for: patient) { throw unknown() }
        return course
    }
}

extension Booker {
    func waitlist(_ id: ID<WaitlistEntry>) -> WaitlistTarget {
        WaitlistTarget(id, for: caller)
    }
}
