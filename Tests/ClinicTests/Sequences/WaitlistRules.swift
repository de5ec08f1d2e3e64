import Clinic
import EventSourcing
import Identifiers

/// The rules for entries of the waitlist, which must hold after every sequence of commands.
enum WaitlistRules {
    /// The faults of all entries of the waitlist: an offer that was made twice, an open offer of an entry that does not
    /// wait any more, or an accepted offer without an appointment of the entry's patient at that time.
    static func faults(in clinic: ClinicInMemory) -> [String] {
        var booked: [ID<Appointment>: Visit] = [:]
        var faults: [String] = []
        for recorded in clinic.feed {
            switch recorded.event {
            case .appointment(.booked(let event)): booked[event.visit.appointment] = event.visit
            case .waitlist(.joined(let joined)):
                let subject = Subject<WaitlistCourse>(.waitlistEntry(joined.entry.id))
                guard case .made(let course) = clinic.state(subject) else {
                    faults.append("an entry without a state")
                    continue
                }
                if course.status != .waiting, !course.offers.isEmpty { faults.append("an offer after the waiting") }
                let times = course.offers.map { "\($0.slot.start) \($0.doctor)" }
                if Set(times).count < times.count { faults.append("an offer twice") }
                if !course.offers.allSatisfy({ $0.expiresAt <= $0.slot.start }) {
                    faults.append("an offer that lasts longer than until its start")
                }
            case .waitlist(.accepted(let accepted)):
                let visit = booked[accepted.appointment]
                if visit?.patient != accepted.entry.patient || visit?.place.slot.start != accepted.start
                    || visit?.place.doctor != accepted.doctor
                {
                    faults.append("an accepted offer without its appointment")
                }
            default: break
            }
        }
        return faults
    }
}
