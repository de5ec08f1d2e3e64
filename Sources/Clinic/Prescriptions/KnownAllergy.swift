public import Catalogue
import EventSourcing
public import Identifiers

/// A substance, or a class of substances, to which a patient is allergic.
public struct KnownAllergy: Hashable, Sendable {
    /// The recorded name of the substance to which a patient is allergic, in whatever words it was recorded.
    public let substance: String
    /// An ATC code, or the beginning of ATC codes, to which a patient is allergic, such as `J01C` for all penicillins.
    public let atcCode: String?
    /// The drug of the catalogue to which a patient is allergic.
    public let drug: ID<Drug>?
    public let group: AllergyGroup?

    public init(substance: String, atcCode: String? = nil, drug: ID<Drug>? = nil, group: AllergyGroup? = nil) {
        self.substance = substance
        self.atcCode = atcCode
        self.drug = drug
        self.group = group
    }

    init?(_ facts: AllergyFacts) {
        guard let substance = facts.substance.value else { return nil }
        self.init(
            substance: substance, atcCode: facts.atcCode?.value, drug: facts.drug?.value, group: facts.group?.value)
    }

    /// The warning about a drug for a patient with this allergy; `nil` if the allergy is known not to concern the drug.
    func warning(about drug: DrugProfile, comparing formulary: Formulary) -> PrescriptionWarning? {
        let meaning = formulary.meaning(of: substance, atcCode: atcCode, drug: self.drug)
        switch formulary.relation(of: meaning, group: group, to: drug) {
        case .named: return PrescriptionWarning(kind: .allergy, substance: substance)
        case .sameClass: return PrescriptionWarning(kind: .allergy, substance: substance, match: .sameGroup)
        case .crossReaction: return PrescriptionWarning(kind: .allergy, substance: substance, match: .crossReaction)
        case nil:
            guard group == nil, !meaning.isComparable else { return nil }
            return PrescriptionWarning(kind: .allergy, substance: substance, match: .notComparable)
        }
    }
}
