public import Endpoints
public import EventSourcing
import Identifiers

/// The command that confirms, cancels or moves an appointment for the holder of a visit link. The holder must keep the
/// same rules as the patient.
public struct ActByVisitLink: Decision {
    public enum Act: Hashable, Sendable {
        case confirm, cancel
        case move(to: Instant)
    }

    public enum Rejection: ClinicRejection, Hashable {
        case invalidLink
        case impossible(AppointmentStatus)
        case deadlinePassed(Instant)
        case timeNotOffered

        public var problem: Problem {
            switch self {
            case .invalidLink: Problem(.visitLinkInvalid)
            case .impossible(let status): .wrongStatus(status)
            case .deadlinePassed(let deadline): .deadlinePassed(deadline)
            case .timeNotOffered: Problem(.visitTimeNotOffered)
            }
        }
    }

    let link: VisitLink
    let act: Act

    public init(_ act: Act, by link: VisitLink) {
        self.act = act
        self.link = link
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        guard let course = link.course(&model, at: now) else { throw .invalidLink }
        let target = AppointmentTarget(link.appointment, for: course.visit.patient)
        switch act {
        case .confirm: return try confirm(target, &model, at: now)
        case .cancel: return try cancel(target, &model, at: now)
        case .move(let start): return try move(target, to: start, &model, at: now)
        }
    }

    private func confirm(
        _ target: AppointmentTarget, _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) throws(Rejection) -> [ClinicEvent] {
        do throws(AdvanceAppointment.Rejection) {
            return try AdvanceAppointment(.confirm, target).decide(&model, at: now)
        } catch {
            switch error {
            case .impossible(_, let status): throw .impossible(status)
            case .unknown, .notToday, .inUse, .overrideNotAllowed, .restricted, .placement: throw .invalidLink
            }
        }
    }

    private func cancel(
        _ target: AppointmentTarget, _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) throws(Rejection) -> [ClinicEvent] {
        do throws(CancelAppointment.Rejection) {
            return try CancelAppointment(target).decide(&model, at: now)
        } catch {
            switch error {
            case .impossible(let status): throw .impossible(status)
            case .deadlinePassed(let deadline): throw .deadlinePassed(deadline)
            case .unknown, .reasonMissing: throw .invalidLink
            }
        }
    }

    private func move(
        _ target: AppointmentTarget, to start: Instant, _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) throws(Rejection) -> [ClinicEvent] {
        do throws(RescheduleAppointment.Rejection) {
            return try RescheduleAppointment(target, start: start).decide(&model, at: now)
        } catch {
            switch error {
            case .impossible(let status): throw .impossible(status)
            case .deadlinePassed(let deadline): throw .deadlinePassed(deadline)
            case .serviceNotOffered, .overrideNotAllowed, .placement: throw .timeNotOffered
            case .unknown: throw .invalidLink
            }
        }
    }
}
