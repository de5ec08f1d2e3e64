import Identifiers
public import JSON

extension RxNormImport {
    /// Makes a catalogue from the lines that were read.
    ///
    /// A drug with the same ingredients as a drug of the catalogue `known` keeps that drug's id, names, ATC codes and
    /// allergy groups, and whether it requires a prescription. Ingredients are compared by ATC code or by name. The
    /// studies, the classes and the other names are those of `known`. A drug without an ATC code is left out.
    ///
    /// - Throws: a `CheckFailure` if `version` is older than a change of a study.
    public func catalogue(_ version: CatalogueVersion, beside known: Catalogue) throws(CheckFailure) -> Catalogue {
        let naming = KnownDrugs(known)
        var made: [UInt32: Made] = [:]
        for number in drugs.keys.sorted() {
            guard let drug = drugs[number], drug.isForPeople, let parts = self.parts(of: drug, naming),
                let concept = parts.count == 1 ? parts[0].concept : drug.combination,
                let doseForm = drug.doseForm.flatMap({ names[$0] }).flatMap(RxNormDoseForm.read)
            else { continue }
            made[concept, default: Made(ingredients: parts.map(\.name))].add(parts, doseForm)
        }
        var entries: [Drug] = []
        var taken: Set<String> = []
        for (concept, made) in made.sorted(by: { $0.key < $1.key }) {
            let drug = try entry(concept, made, naming, Int64(version.year * 1_000 + version.edition))
            if let drug, taken.insert(drug.name).inserted { entries.append(drug) }
        }
        return try Catalogue(
            version: version, drugs: entries, studies: known.studies, drugClasses: known.drugClasses,
            substances: known.substances, otherAllergens: known.otherAllergens, fillerWords: known.fillerWords)
    }

    /// A component of an RxNorm clinical drug, with the name that the catalogue uses for the component's ingredient.
    struct Part {
        let concept: UInt32
        let name: String
        let strength: (quantity: Quantity, per: Quantity?)?
    }

    /// The components of an RxNorm clinical drug; `nil` if a component or an ingredient is not known, if an ingredient
    /// occurs twice, or if there are none or more than 20. Their order is that of the ingredients of the same drug in
    /// the known catalogue, or else that of the ingredients' names.
    private func parts(of drug: ClinicalDrug, _ naming: KnownDrugs) -> [Part]? {
        var parts: [Part] = []
        for number in drug.components {
            guard let component = components[number], let ingredient = component.ingredient,
                let name = names[ingredient]
            else { return nil }
            let inn = (atcCodes[ingredient] ?? []).compactMap { naming.byCode[$0] }.first?.name ?? name
            parts.append(
                Part(concept: ingredient, name: inn, strength: component.strength.flatMap(RxNormStrength.read)))
        }
        guard (1...20).contains(parts.count), Set(parts.map(\.name)).count == parts.count else { return nil }
        let order = naming.byIngredients[Set(parts.map(\.name))]?.ingredients ?? parts.map(\.name).sorted()
        return parts.sorted { (order.firstIndex(of: $0.name) ?? 0) < (order.firstIndex(of: $1.name) ?? 0) }
    }

    private func entry(
        _ concept: UInt32, _ made: Made, _ naming: KnownDrugs, _ version: Int64
    ) throws(CheckFailure) -> Drug? {
        let known = naming.byIngredients[Set(made.ingredients)]
        let codes = (known?.atcCodes ?? []) + (atcCodes[concept] ?? []).filter { known?.atcCodes.contains($0) != true }
        let name = known?.name ?? made.ingredients.joined(separator: " + ")
        guard !codes.isEmpty, name.unicodeScalars.count <= 500 else { return nil }
        // A drug with a single ingredient keeps RxNorm's name as its ingredient, so that a search finds the drug by
        // both names.
        let ingredients = made.ingredients.count == 1 ? [names[concept] ?? name] : made.ingredients
        return try Drug(
            id: known?.id ?? Self.id(concept), version: version, name: name, atcCodes: Array(codes.prefix(30)),
            ingredients: ingredients, synonyms: known?.synonyms ?? [], brandNames: known?.brandNames ?? [],
            allergyGroups: known?.allergyGroups ?? naming.catalogue.allergyGroups(of: codes),
            requiresPrescription: known?.requiresPrescription ?? true, presentations: made.presentations,
            isWithdrawn: false)
    }

    /// The id of a drug that the known catalogue does not have: a version 8 UUID (RFC 9562 §5.8) that ends with the
    /// number of the drug's RxNorm concept.
    private static func id(_ concept: UInt32) -> ID<Drug> {
        ID(UUIDBytes(high: 0x7278_6e6f_726d_8000, low: 0x8000_0000_0000_0000 | UInt64(concept)))
    }
}

/// The drugs of a catalogue by ATC code and by ingredients.
struct KnownDrugs {
    /// The drugs of one ingredient by each of their ATC codes.
    let byCode: [String: Drug]
    let byIngredients: [Set<String>: Drug]
    let catalogue: Catalogue

    init(_ catalogue: Catalogue) {
        self.catalogue = catalogue
        let single = catalogue.drugs.filter { $0.ingredients.count == 1 && !$0.isWithdrawn }
        byCode = Dictionary(
            single.flatMap { drug in drug.atcCodes.map { ($0, drug) } }, uniquingKeysWith: { first, _ in first })
        byIngredients = Dictionary(
            catalogue.drugs.filter { !$0.isWithdrawn }.map { (Set($0.ingredients), $0) },
            uniquingKeysWith: { first, _ in first })
    }
}

/// A drug of the new catalogue, while it is made from several clinical drugs of RxNorm.
private struct Made {
    let ingredients: [String]
    private var strengths: [Kind: Set<Strength>] = [:]

    private struct Kind: Hashable {
        let form: MedicationForm
        let route: AdministrationRoute
    }

    init(ingredients: [String]) { self.ingredients = ingredients }

    /// Adds the form, route and strength of an RxNorm clinical drug. The strength is left out if the quantity of an
    /// ingredient is not known, or if the quantities of two ingredients are in different quantities of the preparation.
    mutating func add(_ parts: [RxNormImport.Part], _ doseForm: (form: MedicationForm, route: AdministrationRoute)) {
        let kind = Kind(form: doseForm.form, route: doseForm.route)
        let known = parts.compactMap(\.strength)
        guard known.count == ingredients.count, Set(known.map(\.per)).count == 1,
            strengths[kind, default: []].count < 200
        else {
            strengths[kind, default: []].formUnion([])
            return
        }
        strengths[kind, default: []].insert(Strength(quantities: known.map(\.quantity), per: known[0].per))
    }

    /// The drug's forms and strengths in a fixed order: forms and routes in the order of their enums' cases, strengths
    /// by their quantities.
    var presentations: [Presentation] {
        MedicationForm.allCases.flatMap { form in
            AdministrationRoute.allCases.compactMap { route in
                strengths[Kind(form: form, route: route)].map { found in
                    Presentation(
                        form: form, route: route,
                        strengths: found.sorted { $0.sortKey.lexicographicallyPrecedes($1.sortKey) })
                }
            }
        }
    }
}

extension Strength {
    fileprivate var sortKey: [Int64] { [per?.thousandths ?? 0] + quantities.map(\.thousandths) }
}
