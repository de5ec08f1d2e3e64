public import Identifiers

/// The drugs of a catalogue, with the names by which people record them, and how they are related to each other.
public struct Formulary: Sendable {
    private let drugs: [ID<Drug>: Drug]
    let classes: [DrugClass]
    private let classesByName: [String: DrugClass]
    /// The meaning of each known name, by the name's key.
    private(set) var meanings: [String: SubstanceMeaning] = [:]
    /// The number of words of the longest known name.
    private(set) var longestName = 0
    /// The keys of words that name no substance.
    let fillers: Set<String>
    /// The key of the substance that each ingredient's name means, by the name's key.
    private var ingredients: [String: String] = [:]
    /// The classes of each substance, by the substance's key.
    private var classesOfSubstances: [String: Set<String>] = [:]

    /// Makes the formulary of a catalogue. Withdrawn drugs belong to it, since records can name them.
    public init(_ catalogue: Catalogue) {
        drugs = Dictionary(catalogue.drugs.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        classes = catalogue.drugClasses
        classesByName = Dictionary(classes.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        fillers = Set(catalogue.fillerWords.flatMap(NameKey.words))
        for drug in catalogue.drugs where drug.ingredients.count == 1 {
            let key = NameKey.of(drug.name)
            for name in drug.names { ingredients[NameKey.of(name)] = ingredients[NameKey.of(name)] ?? key }
            classesOfSubstances[key, default: []].formUnion(
                classNames(atcCodes: drug.atcCodes, allergyGroups: drug.allergyGroups))
        }
        for substance in catalogue.substances {
            let key = NameKey.of(substance.name)
            for name in [substance.name] + substance.synonyms { ingredients[NameKey.of(name)] = key }
            classesOfSubstances[key, default: []].formUnion(
                classNames(atcCodes: [], allergyGroups: substance.allergyGroups))
        }
        addMeanings(of: catalogue)
    }

    private mutating func addMeanings(of catalogue: Catalogue) {
        for drug in catalogue.drugs {
            let meaning = SubstanceMeaning(substances: keys(of: drug.ingredients))
            for name in drug.names + (drug.ingredients.count == 1 ? drug.ingredients : []) { add(name, meaning) }
            for ingredient in drug.ingredients { add(ingredient, SubstanceMeaning(substances: keys(of: [ingredient]))) }
        }
        for substance in catalogue.substances {
            let meaning = SubstanceMeaning(substances: keys(of: [substance.name]))
            for name in [substance.name] + substance.synonyms { add(name, meaning) }
        }
        for drugClass in catalogue.drugClasses {
            for name in drugClass.names { add(name, SubstanceMeaning(classes: [drugClass.name])) }
        }
        for name in catalogue.otherAllergens { add(name, SubstanceMeaning()) }
    }

    private mutating func add(_ name: String, _ meaning: SubstanceMeaning) {
        let words = NameKey.words(name)
        guard !words.isEmpty else { return }
        longestName = max(longestName, words.count)
        meanings[words.joined(separator: " "), default: SubstanceMeaning()].add(meaning)
    }

    /// The entry of a drug, which may be withdrawn; `nil` if the catalogue does not have the drug.
    public func drug(_ id: ID<Drug>) -> Drug? { drugs[id] }

    func drugs(withCode code: String) -> [Drug] {
        drugs.values.filter { $0.atcCodes.contains { $0.hasPrefix(code) } }
    }

    /// The keys of the substances that names of ingredients mean.
    func keys(of names: [String]) -> Set<String> {
        Set(names.map(NameKey.of).map { ingredients[$0] ?? $0 })
    }

    func classNames(atcCodes: [String], allergyGroups: [AllergyGroup]) -> Set<String> {
        Set(classes.filter { $0.includes(atcCodes: atcCodes, allergyGroups: allergyGroups) }.map(\.name))
    }

    func classes(of substances: Set<String>) -> Set<String> {
        substances.reduce(into: []) { $0.formUnion(classesOfSubstances[$1] ?? []) }
    }

    func drugClass(_ name: String) -> DrugClass? { classesByName[name] }
}

extension Drug {
    /// All names of the drug: the international one, those of other authorities and languages, and brand names.
    var names: [String] { [name] + synonyms + brandNames }
}
