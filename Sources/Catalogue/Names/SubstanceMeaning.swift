import Identifiers

/// The substances that a record names: the text of an allergy, an ATC code, a drug of the catalogue, or a class.
public struct SubstanceMeaning: Hashable, Sendable {
    /// The keys of the named substances.
    var substances: Set<String> = []
    var drugs: Set<ID<Drug>> = []
    /// The named ATC codes, or beginnings of codes.
    var atcCodes: Set<String> = []
    /// The ids of the classes that the record names itself.
    var classes: Set<String> = []
    /// Whether everything that the record names is known. A text such as "the red pills" is not comparable with any
    /// drug.
    public internal(set) var isComparable = true

    mutating func add(_ other: SubstanceMeaning) {
        substances.formUnion(other.substances)
        drugs.formUnion(other.drugs)
        atcCodes.formUnion(other.atcCodes)
        classes.formUnion(other.classes)
    }
}

/// The facts about a drug by which it is compared with allergies and with other drugs.
public struct DrugProfile: Hashable, Sendable {
    let id: ID<Drug>?
    /// The keys of the drug's substances.
    let substances: Set<String>
    let atcCodes: [String]
    /// The ids of the classes to which the drug belongs.
    let classes: Set<String>
}

/// The way in which an allergy concerns a drug, the closest first.
public enum SubstanceRelation: Hashable, Sendable {
    /// The allergy names a substance or a class of the drug.
    case named
    /// The drug has the same class as a substance that the allergy names, and such an allergy concerns the whole class.
    case sameClass
    /// People with this allergy may react to the drug's class too.
    case crossReaction
}
