public import Identifiers
public import JSON

/// A generic drug: one substance, or a fixed combination of several.
public struct Drug: Hashable, Sendable {
    /// The drug's id, which is the same in all versions of the catalogue.
    public let id: ID<Drug>
    /// The number of versions that the drug's entry in the catalogue has had. A new entry has version 1, and each
    /// change adds 1.
    public let version: Int64
    /// The international nonproprietary name (INN) of a drug; of a combination, all names with ` + ` between them.
    public let name: String
    /// The drug's codes of the Anatomical Therapeutic Chemical classification at its fifth level, the main one first.
    public let atcCodes: [String]
    public let ingredients: [String]
    /// Other names of the drug: those of other naming authorities (USAN, BAN) and other languages, abbreviations.
    public let synonyms: [String]
    /// Names under which the drug is sold.
    public let brandNames: [String]
    public let allergyGroups: [AllergyGroup]
    /// Whether the drug is usually sold on prescription only. Countries differ.
    public let requiresPrescription: Bool
    public let presentations: [Presentation]
    /// Whether newer catalogues no longer offer the drug. The drug's entry remains, so that records that name the drug
    /// can be read.
    public let isWithdrawn: Bool

    /// Makes a drug's entry for the catalogue.
    ///
    /// - Throws: a `CheckFailure` if a strength does not have one quantity for each ingredient.
    public init(
        id: ID<Drug>, version: Int64, name: String, atcCodes: [String], ingredients: [String], synonyms: [String] = [],
        brandNames: [String] = [],
        allergyGroups: [AllergyGroup], requiresPrescription: Bool, presentations: [Presentation], isWithdrawn: Bool
    ) throws(CheckFailure) {
        for strength in presentations.flatMap(\.strengths) where strength.quantities.count != ingredients.count {
            throw CheckFailure("quantities_do_not_fit", "a strength must have one quantity for each ingredient")
        }
        self.id = id
        self.version = version
        self.name = name
        self.atcCodes = atcCodes
        self.ingredients = ingredients
        self.synonyms = synonyms
        self.brandNames = brandNames
        self.allergyGroups = allergyGroups
        self.requiresPrescription = requiresPrescription
        self.presentations = presentations
        self.isWithdrawn = isWithdrawn
    }
}

extension Drug {
    public static let codec = object(
        Drug.init(
            id:version:name:atcCodes:ingredients:synonyms:brandNames:allergyGroups:requiresPrescription:presentations:
            isWithdrawn:),
        field("id", \.id, Codec<ID<Drug>>.id().described("The drug's id, the same in all versions of the catalogue.")),
        field("version", \.version, .version),
        field(
            "name", \.name,
            .string(1...500).described(
                "The international nonproprietary name (INN); of a combination, the names with ` + ` between them.")),
        field(
            "atc_codes", \.atcCodes,
            .array(atcCode, 1...30).described("The codes of the ATC classification, the main one first.")),
        field(
            "ingredients", \.ingredients, .array(.string(1...200), 1...20).described("The active ingredients.")),
        field(
            "synonyms", \.synonyms,
            .array(.string(1...200), 0...50).described(
                "Other names of the drug: USAN, BAN, German and Spanish names, abbreviations."), default: []),
        field(
            "brand_names", \.brandNames,
            .array(.string(1...200), 0...50).described("Names under which the drug is sold."), default: []),
        field(
            "allergy_groups", \.allergyGroups,
            .array(.stringEnum, 0...10).described(
                "The groups of substances with which people who are allergic to the drug have trouble.")),
        field(
            "requires_prescription", \.requiresPrescription,
            .bool.described("Whether it is usually sold on prescription only. Countries differ.")),
        field(
            "presentations", \.presentations,
            .array(Presentation.codec, 1...50).described("The usual forms, each with its strengths.")),
        field(
            "is_withdrawn", \.isWithdrawn,
            .bool.described("Whether the catalogue no longer offers the drug; a search does not find it."),
            default: false)
    ).described("A generic drug.").named("Drug")

    private static let atcCode = Codec<String>.string(
        min: 7, max: 7, pattern: "^[A-Z][0-9]{2}[A-Z]{2}[0-9]{2}$", detail: "must be an ATC code such as J01CA04",
        check: isATCCode)

    /// Whether a text has the form of a code at the fifth level of the ATC classification.
    static func isATCCode(_ text: String) -> Bool {
        text.utf8.count == 7 && isATCCodeOrClass(text)
    }

    /// Whether a text has the form of a code at any of the five levels of the ATC classification, which have 1, 3, 4, 5
    /// and 7 characters.
    public static func isATCCodeOrClass(_ text: String) -> Bool {
        let digits: Set<Int> = [1, 2, 5, 6]
        return [1, 3, 4, 5, 7].contains(text.utf8.count)
            && text.utf8.enumerated().allSatisfy { index, byte in
                digits.contains(index) ? (0x30...0x39).contains(byte) : (0x41...0x5a).contains(byte)
            }
    }
}
