public import JSON

/// A substance that is not a drug of the catalogue by itself: an ingredient of combinations, or a drug that the
/// catalogue does not offer, but to which people are allergic.
public struct NamedSubstance: Hashable, Sendable {
    /// The international nonproprietary name of the substance.
    public let name: String
    /// Other names of the substance, in English, German and Spanish.
    public let synonyms: [String]
    public let allergyGroups: [AllergyGroup]

    public init(name: String, synonyms: [String] = [], allergyGroups: [AllergyGroup] = []) {
        self.name = name
        self.synonyms = synonyms
        self.allergyGroups = allergyGroups
    }

    public static let codec = object(
        NamedSubstance.init(name:synonyms:allergyGroups:),
        field("name", \.name, .string(1...200).described("The international nonproprietary name (INN).")),
        field(
            "synonyms", \.synonyms,
            .array(.string(1...200), 0...50).described("Other names, in English, German and Spanish."), default: []),
        field(
            "allergy_groups", \.allergyGroups,
            .array(.stringEnum, 0...10).described("The groups of substances to which the substance belongs."),
            default: [])
    ).described("A substance that is not a drug of the catalogue by itself.").named("NamedSubstance")
}
