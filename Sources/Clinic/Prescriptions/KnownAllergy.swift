public import Catalogue
import EventSourcing
public import Identifiers

/// A substance, or a class of substances, to which a patient is allergic.
public struct KnownAllergy: Hashable, Sendable {
    /// The recorded name of the substance to which a patient is allergic. Case and accents are ignored in comparisons.
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

    func concerns(_ drug: PrescribedDrug) -> Bool {
        if let atcCode, !atcCode.isEmpty, drug.atcCodes.contains(where: { $0.hasPrefix(atcCode) }) { return true }
        if let group, drug.allergyGroups.contains(group) { return true }
        if self.drug == drug.id { return true }
        return ([drug.name] + drug.ingredients).contains { FoldedText.fold($0) == FoldedText.fold(substance) }
    }
}

extension DecisionModel<ClinicEvent> {
    /// The current allergies of a person.
    ///
    /// - Parameter records: all records of the person.
    mutating func knownAllergies(inOneOf records: [ID<Patient>]) -> [KnownAllergy] {
        records.flatMap { self[.allergies(of: $0)].current }.compactMap { allergy in
            let facts = allergy.facts
            return facts.substance.value.map {
                KnownAllergy(
                    substance: $0, atcCode: facts.atcCode?.value, drug: facts.drug?.value, group: facts.group?.value)
            }
        }
    }
}
