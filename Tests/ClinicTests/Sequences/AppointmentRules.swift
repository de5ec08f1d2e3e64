import Clinic
import EventSourcing
import Identifiers

/// The rules for a clinic's appointments, which must hold after every sequence of commands.
enum AppointmentRules {
    /// The faults of the appointments of a feed: a step from a status that does not permit it, or a double booking.
    static func faults(_ feed: [Recorded<ClinicEvent>]) -> [String] {
        var appointments: [ID<Appointment>: Appointment] = [:]
        var faults: [String] = []
        for recorded in feed {
            guard case .appointment(let event) = recorded.event else { continue }
            let id = event.visit.appointment
            var appointment = appointments[id] ?? .initial
            let before = appointment.course?.status
            appointment.evolve(recorded)
            appointments[id] = appointment
            if !permits(event, from: before) {
                faults.append("\(type(of: event.payload).stored.name) from \(before?.rawValue ?? "nothing")")
            }
        }
        return faults + doubleBookings(appointments.values.compactMap(\.course))
    }

    private static func permits(_ event: AppointmentEvent, from status: AppointmentStatus?) -> Bool {
        guard let status else { if case .booked = event { return true } else { return false } }
        let ahead: Set<AppointmentStatus> = [.requested, .booked, .confirmed]
        return switch event {
        case .booked: false
        case .approved: status == .requested
        case .confirmed: [.requested, .booked].contains(status)
        case .arrived, .rescheduled: ahead.contains(status)
        case .arrivedAfterAll: [.cancelled, .noShow].contains(status)
        case .seated: status == .arrived
        case .started: [.booked, .confirmed, .arrived, .seated].contains(status)
        case .finished: status == .inTreatment
        case .completed: [.inTreatment, .readyForCheckout].contains(status)
        case .missed: [.booked, .confirmed].contains(status)
        case .cancelled: ahead.union([.arrived, .seated]).contains(status)
        case .reassigned: ahead.union([.arrived, .seated, .inTreatment]).contains(status)
        default: status != .enteredInError
        }
    }

    /// The double bookings among appointments. Two appointments at the same time must not have the same patient. They
    /// may have the same doctor or hygienist or (with the chair's buffers) the same chair only if one of the two names
    /// the other as an overlap, or if both belong to one group visit. A group visit must not have more patients than
    /// the largest capacity with which one of them was booked; patients whom an override added do not count.
    static func doubleBookings(_ courses: [Appointment.Course]) -> [String] {
        let taken = courses.filter(\.status.holdsTime)
        var faults: [String] = []
        let members = Dictionary(
            grouping: taken.filter { $0.visit.group != nil && $0.overlaps.isEmpty }, by: \.visit.group)
        for (group, courses) in members where courses.count > courses.compactMap(\.visit.place.capacity).max() ?? 0 {
            faults.append("too many patients in the group at \(group.map { "\($0.start)" } ?? "")")
        }
        for (index, one) in taken.enumerated() {
            for other in taken[..<index] {
                let (first, second) = (one.visit, other.visit)
                let areTogether = first.place.slot.overlaps(second.place.slot)
                if areTogether, first.patient == second.patient {
                    faults.append("a patient is taken twice at \(first.place.slot.start)")
                }
                if let group = first.group, group == second.group { continue }
                if one.overlaps.contains(second.appointment) || other.overlaps.contains(first.appointment) { continue }
                for member in first.place.staff {
                    let theirs = second.place.times(of: member)
                    if first.place.times(of: member).contains(where: { time in theirs.contains { $0.overlaps(time) } })
                    {
                        faults.append("a member of staff is taken twice at \(first.place.slot.start)")
                    }
                }
                if first.place.chair == second.place.chair, first.place.chairSlot.overlaps(second.place.chairSlot) {
                    faults.append("a chair is taken twice at \(first.place.slot.start)")
                }
            }
        }
        return faults
    }
}

extension Appointment {
    /// The course of an appointment; `nil` if the appointment was never booked.
    var course: Course? { if case .made(let course) = self { course } else { nil } }
}
