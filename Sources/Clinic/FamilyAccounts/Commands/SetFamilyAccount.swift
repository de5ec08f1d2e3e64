public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that names the members of a family account: all patients for whom a guarantor pays. An empty list ends
/// the account.
public struct SetFamilyAccount: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknownGuarantor
        case unknownMember(index: Int)

        public var problem: Problem {
            switch self {
            case .unknownGuarantor: .notFound
            case .unknownMember(let index):
                .malformed(body: "/members/\(index)", code: "unknown", detail: "must be another patient, once")
            }
        }
    }

    public let guarantor: ID<Patient>
    public let members: [ID<Patient>]

    public init(_ guarantor: ID<Patient>, members: [ID<Patient>]) {
        self.guarantor = guarantor
        self.members = members
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        guard model[.registration(of: guarantor)].isCurrent else { throw .unknownGuarantor }
        var seen: Set<ID<Patient>> = [guarantor]
        for (index, member) in members.enumerated() {
            let isCurrent = model[.registration(of: member)].isCurrent
            guard seen.insert(member).inserted, isCurrent else { throw .unknownMember(index: index) }
        }
        let account = model[.familyAccount(guarantor)]
        guard !account.isKnown || account.members != members else { return [] }
        return [.family(.accountSet(FamilyAccountSet(guarantor: guarantor, members: members)))]
    }
}

struct FamilyMembers: Sendable {
    let members: [ID<Patient>]

    static let codec = object(
        FamilyMembers.init(members:),
        field(
            "members", \.members,
            .array(Codec<ID<Patient>>.id(), 0...FamilyAccount.mostMembers).described(
                "The ids of the patients for whom the guarantor pays, besides their own bills; empty: none."))
    ).described("The members of a family account.").named("FamilyMembers")
}

extension FamilyAccountsAPI {
    static let setFamilyAccount = Endpoint<ClinicAction>(
        .put, "/api/v1/family-accounts/{patient_id}", id: "setFamilyAccount",
        summary: "Name the members of a family account",
        details:
            "The patient in the path is the guarantor, who pays for the members. The list replaces the one before.",
        tag: "Billing", for: FrontDesk.self, takes: .path("patient_id", Codec<ID<Patient>>.patientID),
        .body(FamilyMembers.codec), answers: [.ok(FamilyAccounts.codec, "The family account as it is now")],
        problems: [.notFound, .patientMerged], idempotency: .accepted
    ) { _, guarantor, body throws(Problem) in
        .command(
            ClinicCommand(
                SetFamilyAccount(guarantor, members: body.members),
                answer: DocumentAnswer(FamilyAccounts.self, DocumentKey(guarantor))))
    }
}
