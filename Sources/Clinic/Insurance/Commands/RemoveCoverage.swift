public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that removes a coverage, so that no new claim can use it. Claims that exist stay.
public struct RemoveCoverage: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknownCoverage

        public var problem: Problem {
            switch self {
            case .unknownCoverage: .notFound
            }
        }
    }

    public let coverage: ID<Coverage>

    public init(_ coverage: ID<Coverage>) { self.coverage = coverage }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        guard
            let patient = model[.coverageOwner(coverage)].patient,
            let known = model[.patientAccount(patient)].insurance[coverage]
        else { throw .unknownCoverage }
        guard !known.isRemoved else { return [] }
        return [.insurance(.coverageRemoved(CoverageRemoved(coverage: coverage, patient: patient)))]
    }
}

extension InsuranceAPI {
    static let removeCoverage = Endpoint<ClinicAction>(
        .post, "/api/v1/coverages/{coverage_id}/remove", id: "removeCoverage", summary: "Remove a coverage",
        details: "No new claim can use it. Claims that exist stay. Repeating this changes nothing.",
        tag: "Billing", for: FrontDesk.self, takes: .path("coverage_id", .coverageID),
        answers: [.ok(Coverages.codec, "The coverage, which is removed")], problems: [.notFound, .restrictedRecord],
        idempotency: .accepted
    ) { caller, id throws(Problem) in
        .command(
            ClinicCommand(RemoveCoverage(id), answer: .coverage(id))
                .opening(for: RecordReader(caller)) { $0[.coverageOwner(id)].patient })
    }
}
