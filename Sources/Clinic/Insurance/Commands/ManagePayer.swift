public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that adds a payer to the clinic's list of payers, or renames or retires one.
public struct ManagePayer: Decision {
    public enum Change: Hashable, Sendable {
        case add(name: String)
        case rename(String)
        case retire
    }

    public enum Rejection: ClinicRejection, Hashable {
        case unknownPayer
        case retired

        public var problem: Problem {
            switch self {
            case .unknownPayer: .notFound
            case .retired: Problem(.payerRetired)
            }
        }
    }

    public let payer: ID<InsurancePayer>
    public let change: Change

    public init(_ payer: ID<InsurancePayer>, _ change: Change) {
        self.payer = payer
        self.change = change
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        switch (model[.insurancePayer(payer)], change) {
        case (.unknown, .add(let name)): return [.insurance(.payerAdded(PayerAdded(payer: payer, name: name)))]
        case (.unknown, _): throw .unknownPayer
        case (_, .add): return []
        case (.active(let name), .rename(let newName)):
            return name == newName ? [] : [.insurance(.payerRenamed(PayerRenamed(payer: payer, name: newName)))]
        case (.retired, .rename): throw .retired
        case (.active, .retire): return [.insurance(.payerRetired(PayerRetired(payer: payer)))]
        case (.retired, .retire): return []
        }
    }
}

struct PayerBody: Sendable {
    let name: String

    static let codec = object(
        PayerBody.init(name:), field("name", \.name, .name(max: 100).described("The payer's name."))
    ).described("A payer, as admins enter it.").named("InsurancePayerDetails")
}

extension InsuranceAPI {
    static let addPayer = Endpoint<ClinicAction>(
        .post, "/api/v1/insurance-payers", id: "addInsurancePayer", summary: "Add a payer",
        details: "An insurance or another payer, by which patients can be covered from now on.",
        tag: "Billing", for: AdminOnly.self, takes: .body(PayerBody.codec),
        answers: [.created(InsurancePayers.codec, "The new payer")], idempotency: .accepted
    ) { _, body throws(Problem) in
        .creation { ids in
            let id: ID<InsurancePayer> = ids()
            return ClinicCommand(
                ManagePayer(id, .add(name: body.name)),
                answer: .insurancePayer(id, location: "/api/v1/insurance-payers/\(id)"))
        }
    }

    static let renamePayer = Endpoint<ClinicAction>(
        .put, "/api/v1/insurance-payers/{payer_id}", id: "renameInsurancePayer", summary: "Rename a payer",
        details: "Coverages and claims show the new name.", tag: "Billing", for: AdminOnly.self,
        takes: .path("payer_id", .payerID), .body(PayerBody.codec),
        answers: [.ok(InsurancePayers.codec, "The payer as it is now")], problems: [.payerRetired, .notFound],
        idempotency: .accepted
    ) { _, id, body throws(Problem) in
        .command(ClinicCommand(ManagePayer(id, .rename(body.name)), answer: .insurancePayer(id)))
    }

    static let retirePayer = Endpoint<ClinicAction>(
        .post, "/api/v1/insurance-payers/{payer_id}/retire", id: "retireInsurancePayer", summary: "Retire a payer",
        details: "No coverage by it can be recorded any more. Coverages and claims that exist stay.",
        tag: "Billing", for: AdminOnly.self, takes: .path("payer_id", .payerID),
        answers: [.ok(InsurancePayers.codec, "The payer as it is now")], problems: [.notFound],
        idempotency: .accepted
    ) { _, id throws(Problem) in
        .command(ClinicCommand(ManagePayer(id, .retire), answer: .insurancePayer(id)))
    }
}

extension Problem.Kind {
    static let payerRetired = Problem.Kind(
        "payer-retired", 409, "The payer is no longer in use",
        means: "The payer was retired; it is kept for old coverages and claims.",
        remedy: "Name another payer, or add a new one.")
}
