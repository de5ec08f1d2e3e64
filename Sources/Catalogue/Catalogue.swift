import Identifiers
public import JSON

/// The catalogue: generic drugs and clinical studies, as facts that do not belong to a clinic or a patient.
public struct Catalogue: Sendable {
    public let version: CatalogueVersion
    /// The drugs of the catalogue, sorted by name.
    public let drugs: [Drug]
    /// The studies of the catalogue, sorted by name.
    public let studies: [Study]
    /// The classes of drugs, such as the penicillins.
    public let drugClasses: [DrugClass]
    /// Substances that are not drugs of the catalogue by themselves.
    public let substances: [NamedSubstance]
    /// Names of allergens that are not in drugs, such as pollen, and words for "no allergy".
    public let otherAllergens: [String]
    /// Words in the text of an allergy that name no substance, such as `rash` and `severe`.
    public let fillerWords: [String]

    /// Makes a catalogue of drugs and studies.
    ///
    /// - Throws: a `CheckFailure` if two drugs or two studies share an id or a name, or if a study changed after the
    ///   catalogue's version.
    public init(
        version: CatalogueVersion, drugs: [Drug], studies: [Study], drugClasses: [DrugClass] = [],
        substances: [NamedSubstance] = [], otherAllergens: [String] = [], fillerWords: [String] = []
    ) throws(CheckFailure) {
        guard Set(drugs.map(\.id)).count == drugs.count, Set(studies.map(\.id)).count == studies.count else {
            throw CheckFailure("repeated_id", "two entries share an id")
        }
        guard Set(drugs.map(\.name)).count == drugs.count, Set(studies.map(\.name)).count == studies.count else {
            throw CheckFailure("repeated_name", "two entries share a name")
        }
        guard studies.allSatisfy({ $0.changedIn <= version }) else {
            throw CheckFailure("changed_later", "a study changed in a later version than the catalogue's")
        }
        guard Set(drugClasses.map(\.name)).count == drugClasses.count,
            Set(substances.map(\.name)).count == substances.count
        else { throw CheckFailure("repeated_name", "two classes or two substances share a name") }
        self.version = version
        self.drugClasses = drugClasses
        self.substances = substances
        self.otherAllergens = otherAllergens
        self.fillerWords = fillerWords
        self.drugs = drugs.sorted { (SearchKey.fold($0.name), $0.id) < (SearchKey.fold($1.name), $1.id) }
        self.studies = studies.sorted { (SearchKey.fold($0.name), $0.id) < (SearchKey.fold($1.name), $1.id) }
    }

    /// Returns the studies that changed after the given version of the catalogue, withdrawn studies included. Returns
    /// all studies if the text is not a version, or names a version that is newer than this catalogue.
    ///
    /// - Parameter text: the version as the client sent it.
    public func studies(changedSince text: String) -> [Study] {
        guard let known = CatalogueVersion(text), known <= version else { return studies }
        return studies.filter { $0.changedIn > known }
    }

    /// The allergy groups that follow from a drug's ATC codes.
    public func allergyGroups(of codes: [String]) -> [AllergyGroup] {
        let found = drugClasses.filter { $0.hasCode(in: codes) }.compactMap(\.allergyGroup)
        return AllergyGroup.allCases.filter(found.contains)
    }
}

extension Catalogue {
    /// The JSON of a whole catalogue. The catalogue's file and the answers to clients have the same form.
    public static let codec = object(
        Catalogue.init(version:drugs:studies:drugClasses:substances:otherAllergens:fillerWords:),
        field("version", \.version, CatalogueVersion.codec.described("The catalogue's version.")),
        field("drugs", \.drugs, .array(Drug.codec, 0...20_000).described("The drugs, by name.")),
        field("studies", \.studies, .array(Study.codec, 0...5_000).described("The studies, by name.")),
        field(
            "drug_classes", \.drugClasses,
            .array(DrugClass.codec, 0...500).described("The classes of drugs, such as the penicillins."), default: []),
        field(
            "substances", \.substances,
            .array(NamedSubstance.codec, 0...20_000).described(
                "Substances that are not drugs of the catalogue by themselves."), default: []),
        field(
            "other_allergens", \.otherAllergens,
            .array(.string(1...200), 0...5_000).described("Names of allergens that are not in drugs, such as pollen."),
            default: []),
        field(
            "filler_words", \.fillerWords,
            .array(.string(1...100), 0...5_000).described(
                "Words in the text of an allergy that name no substance, such as `rash`."), default: [])
    ).described("A catalogue of drugs and studies.").named("Catalogue")

    /// Reads a catalogue of drugs and studies from the contents of its file.
    public init(reading bytes: [UInt8]) throws(DecodingProblem) {
        self = try Self.codec.decode(parsing: bytes, unknownMembers: .refused, limits: .stored)
    }

    /// Reads the catalogue that is built into the program: the file `fixtures/catalogue/catalogue.json`.
    /// `Sources/Catalogue/json` is a symbolic link to its folder.
    public static func bundled() throws(DecodingProblem) -> Catalogue {
        try Catalogue(reading: PackageResources.catalogue_json)
    }
}
