/// Makes the drugs of a catalogue from the lines of an RxNorm release. The import receives the lines one after the
/// other.
///
/// RxNorm says of a clinical drug (SCD) which components (SCDC) and which dose form (DF) it has, and of a component
/// which ingredient (IN) and strength. Only these facts are kept, so the memory needed depends on the number of concepts
/// and not on the size of the files.
public struct RxNormImport: Sendable {
    /// The kinds of RxNorm concepts that an import keeps, by their term types (TTY).
    enum Kind: Sendable {
        case ingredient, combination, component, clinicalDrug, doseForm
    }

    /// A clinical drug of RxNorm, with the numbers of the concepts that it is related to.
    struct ClinicalDrug: Sendable {
        var components: Set<UInt32> = []
        var combination: UInt32?
        var doseForm: UInt32?
        var isForPeople = false
    }

    /// An RxNorm component: an ingredient and its strength, such as `500 MG`.
    struct Component: Sendable {
        var ingredient: UInt32?
        var strength: String?
    }

    private(set) var kinds: [UInt32: Kind] = [:]
    /// The names of RxNorm's ingredients and dose forms.
    private(set) var names: [UInt32: String] = [:]
    private(set) var atcCodes: [UInt32: [String]] = [:]
    private(set) var drugs: [UInt32: ClinicalDrug] = [:]
    private(set) var components: [UInt32: Component] = [:]

    /// The maximum number of RxNorm concepts that are kept in memory. In 2025, RxNorm had about 70,000 concepts of the
    /// kinds that are kept.
    private static let maximum = 400_000

    public init() {}

    /// Reads a line of an RxNorm file in Rich Release Format (RRF). The line is passed without its line end.
    public mutating func read(_ line: ArraySlice<UInt8>, of table: RxNormTable) throws(RxNormFault) {
        let row = try RxNormRow(line, of: table)
        switch table {
        case .names: try readName(row)
        case .relations: try readRelation(row)
        case .attributes: try readAttribute(row)
        }
    }

    private mutating func readName(_ row: RxNormRow) throws(RxNormFault) {
        guard row.has("N", at: 16) else { return }
        let isATC = row.has("ATC", at: 11)
        guard isATC || row.has("RXNORM", at: 11) else { return }
        let concept = try row.concept(at: 0)
        if isATC {
            let code = try row.text(at: 13)
            guard Drug.isATCCode(code), atcCodes[concept]?.contains(code) != true else { return }
            guard atcCodes.count < Self.maximum, (atcCodes[concept]?.count ?? 0) < 30 else { throw .tooManyConcepts }
            atcCodes[concept, default: []].append(code)
            return
        }
        guard let kind = Self.kind(row) else { return }
        guard kinds.count < Self.maximum else { throw .tooManyConcepts }
        kinds[concept] = kind
        if kind == .ingredient || kind == .doseForm { names[concept] = try row.text(at: 14) }
    }

    private static func kind(_ row: RxNormRow) -> Kind? {
        if row.has("IN", at: 12) { return .ingredient }
        if row.has("MIN", at: 12) { return .combination }
        if row.has("SCDC", at: 12) { return .component }
        if row.has("SCD", at: 12) { return .clinicalDrug }
        if row.has("DF", at: 12) { return .doseForm }
        return nil
    }

    /// Reads a relation between two RxNorm concepts. RxNorm has each relation in both directions, with a name for each
    /// direction. The import takes the direction from the kinds of the two concepts.
    private mutating func readRelation(_ row: RxNormRow) throws(RxNormFault) {
        guard row.has("RXNORM", at: 10), !row.has("O", at: 14) else { return }
        // Skip relations between names. RxNorm also relates single names of concepts (RXAUI), in rows without the
        // numbers of concepts.
        guard row.has("CUI", at: 2), row.has("CUI", at: 6) else { return }
        let pair = (try row.concept(at: 0), try row.concept(at: 4))
        guard let first = kinds[pair.0], let second = kinds[pair.1] else { return }
        relate(pair.0, first, pair.1, second, row)
        relate(pair.1, second, pair.0, first, row)
    }

    private mutating func relate(
        _ whole: UInt32, _ kind: Kind, _ part: UInt32, _ partKind: Kind, _ row: RxNormRow
    ) {
        switch (kind, partKind) {
        case (.clinicalDrug, .component) where row.has("consists_of", at: 7) || row.has("constitutes", at: 7):
            drugs[whole, default: ClinicalDrug()].components.insert(part)
        case (.clinicalDrug, .combination) where row.has("has_ingredients", at: 7) || row.has("ingredients_of", at: 7):
            drugs[whole, default: ClinicalDrug()].combination = part
        case (.clinicalDrug, .doseForm) where row.has("has_dose_form", at: 7) || row.has("dose_form_of", at: 7):
            drugs[whole, default: ClinicalDrug()].doseForm = part
        case (.component, .ingredient) where row.has("has_ingredient", at: 7) || row.has("ingredient_of", at: 7):
            components[whole, default: Component()].ingredient = part
        default: break
        }
    }

    private mutating func readAttribute(_ row: RxNormRow) throws(RxNormFault) {
        guard row.has("RXNORM", at: 9), !row.has("O", at: 11) else { return }
        let isForPeople = row.has("RXN_HUMAN_DRUG", at: 8)
        guard isForPeople || row.has("RXN_STRENGTH", at: 8) else { return }
        let concept = try row.concept(at: 0)
        if isForPeople {
            drugs[concept]?.isForPeople = true
        } else {
            components[concept]?.strength = try row.text(at: 10)
        }
    }
}
