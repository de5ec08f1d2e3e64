import Endpoints
import EventSourcing
public import Identifiers

/// The entry of a command, with the caller's right to reach it.
public struct WaitlistTarget: Hashable, Sendable {
    let entry: ID<WaitlistEntry>
    /// The patient who sends the command; `nil` for the clinic's staff.
    let patient: ID<Patient>?

    public init(_ entry: ID<WaitlistEntry>, for patient: ID<Patient>? = nil) {
        self.entry = entry
        self.patient = patient
    }

    var side: BookingSide { patient == nil ? .staff : .patient }

    /// Reads the state of the entry.
    ///
    /// - Throws: `unknown` both if it does not exist and if it is another patient's.
    func course<Rejection: Error>(
        in model: inout DecisionModel<ClinicEvent>, else unknown: @autoclosure () -> Rejection
    ) throws(Rejection) -> WaitlistCourse.Course {
        guard case .made(let course) = model[.waitlistEntry(entry)] else { throw unknown() }
        guard patient == nil || course.entry.patient == patient else { throw unknown() }
        return course
    }
}

extension Booker {
    func waitlist(_ id: ID<WaitlistEntry>) -> WaitlistTarget {
        WaitlistTarget(id, for: caller)
    }
}
