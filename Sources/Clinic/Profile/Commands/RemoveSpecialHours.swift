public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that removes special hours of the clinic. Where no other special hours apply, the ordinary hours count
/// again.
public struct RemoveSpecialHours: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case noSuchHours

        public var problem: Problem {
            switch self {
            case .noSuchHours: .notFound
            }
        }
    }

    public let hours: ID<SpecialHours>

    public init(_ hours: ID<SpecialHours>) { self.hours = hours }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        guard model[.settings].specialHours.contains(where: { $0.id == hours }) else { throw .noSuchHours }
        return [.profile(.specialHoursRemoved(SpecialHoursRemoved(hours: hours)))]
    }
}

extension ProfileAPI {
    static let removeSpecialHours = Endpoint<ClinicAction>(
        .delete, "/api/v1/clinic/special-hours/{special_hours_id}", id: "removeSpecialHours",
        summary: "Remove special hours", details: "The ordinary hours count again. Appointments that exist stay.",
        tag: "Clinic", for: AdminOnly.self, takes: .path("special_hours_id", .specialHoursID),
        answers: [.ok(ClinicSettingsAnswer.codec, "The settings without the special hours")],
        problems: [.notFound], idempotency: .accepted
    ) { _, hours throws(Problem) in
        .command(ClinicCommand(RemoveSpecialHours(hours), answer: .settings))
    }
}
