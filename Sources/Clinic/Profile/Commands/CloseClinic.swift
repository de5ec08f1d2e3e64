public import Endpoints
public import EventSourcing

/// The command that closes a clinic permanently. Its events stay, but nobody can sign in to the clinic any more.
public struct CloseClinic: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case notFounded

        public var problem: Problem {
            switch self {
            case .notFounded: Problem(.clinicNotFounded)
            }
        }
    }

    public let reason: String

    public init(reason: String) { self.reason = reason }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let settings = model[.settings]
        guard settings.isFounded else { throw .notFounded }
        guard settings.closedOn == nil else { return [] }
        return [.profile(.clinicClosed(ClinicClosed(day: settings.zone.date(of: now), reason: reason)))]
    }
}
