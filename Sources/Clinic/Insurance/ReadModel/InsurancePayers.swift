public import EventSourcing
public import Identifiers
public import JSON
import SQL

/// A payer, as it is stored and sent.
public struct InsurancePayerDocument: Hashable, Sendable {
    public let id: ID<InsurancePayer>
    public fileprivate(set) var version: Int64
    public fileprivate(set) var name: String
    public fileprivate(set) var isActive: Bool
}

/// The read model of the clinic's payers, retired ones included.
public enum InsurancePayers: ClinicReadModel {
    public static let table = DocumentTable("insurance_payer", key: "payer_id", .uuid)
    public static let audience = DocumentAudience.aboutNobody
    public static let readsPersonal = false

    public static let codec = object(
        InsurancePayerDocument.init(id:version:name:isActive:),
        field("id", \.id, .payerID),
        field("version", \.version, .version),
        field("name", \.name, .name().described("The payer's name.")),
        field("active", \.isActive, .bool.described("Whether coverages by it can be recorded; `false` once retired."))
    ).described("An insurance or another payer.").named("InsurancePayer")

    public static let columns: [DocumentColumn<InsurancePayerDocument>] = [
        DocumentColumn("active", .boolean) { .bool($0.isActive) },
        DocumentColumn("sort_name", .text) { .text(FoldedText.sortKey([$0.name])) },
    ]

    public static func keys(of event: ClinicEvent) -> [DocumentKey] {
        guard case .insurance(let event) = event else { return [] }
        return switch event {
        case .payerAdded(let added): [DocumentKey(added.payer)]
        case .payerRenamed(let renamed): [DocumentKey(renamed.payer)]
        case .payerRetired(let retired): [DocumentKey(retired.payer)]
        case .coverageRecorded, .coverageRemoved, .claimMade, .claimSubmitted, .claimAnswered, .claimClosed: []
        }
    }

    public static func tags(of key: DocumentKey) -> [Tag] { key.tagged(Tag.insurancePayer) }

    public static func fold(
        _ document: InsurancePayerDocument?, _ recorded: Recorded<ClinicEvent>, key: DocumentKey
    ) -> InsurancePayerDocument? {
        guard case .insurance(let event) = recorded.event else { return document }
        var document = document
        document?.version = recorded.position
        switch event {
        case .payerAdded(let added):
            return InsurancePayerDocument(
                id: added.payer, version: recorded.position, name: added.name, isActive: true)
        case .payerRenamed(let renamed): document?.name = renamed.name
        case .payerRetired: document?.isActive = false
        case .coverageRecorded, .coverageRemoved, .claimMade, .claimSubmitted, .claimAnswered, .claimClosed: break
        }
        return document
    }
}

extension DocumentAnswer {
    static func insurancePayer(_ id: ID<InsurancePayer>, location: String? = nil) -> DocumentAnswer {
        DocumentAnswer(InsurancePayers.self, DocumentKey(id), location: location)
    }
}
