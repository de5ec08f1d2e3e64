public import JSON

/// A class of drugs, such as the penicillins, with the names under which people record it.
public struct DrugClass: Hashable, Sendable {
    /// The id of the class, such as `penicillins`.
    public let name: String
    /// The names of the class in English, German and Spanish.
    public let names: [String]
    /// The beginnings of the ATC codes of the drugs that belong to the class.
    public let atcCodes: [String]
    /// The allergy group that the class is; a drug with this group belongs to the class, whatever its ATC codes are.
    public let allergyGroup: AllergyGroup?
    /// The ids of the classes to which people with an allergy to this class may react too.
    public let crossReactsWith: [String]
    /// Whether an allergy to one drug of the class usually concerns all drugs of the class.
    public let concernsAll: Bool
    /// Whether two drugs of the class together are a duplication of the same treatment.
    public let isDuplication: Bool

    public init(
        name: String, names: [String], atcCodes: [String] = [], allergyGroup: AllergyGroup? = nil,
        crossReactsWith: [String] = [], concernsAll: Bool = false, isDuplication: Bool = false
    ) {
        self.name = name
        self.names = names
        self.atcCodes = atcCodes
        self.allergyGroup = allergyGroup
        self.crossReactsWith = crossReactsWith
        self.concernsAll = concernsAll
        self.isDuplication = isDuplication
    }

    /// Whether a drug with these ATC codes and allergy groups belongs to the class.
    public func includes(atcCodes codes: [String], allergyGroups groups: [AllergyGroup]) -> Bool {
        if let allergyGroup { return groups.contains(allergyGroup) }
        return hasCode(in: codes)
    }

    func hasCode(in codes: [String]) -> Bool {
        codes.contains { code in atcCodes.contains { code.hasPrefix($0) } }
    }

    public static let codec = object(
        DrugClass.init(name:names:atcCodes:allergyGroup:crossReactsWith:concernsAll:isDuplication:),
        field("name", \.name, .string(1...100).described("The id of the class, such as `penicillins`.")),
        field(
            "names", \.names,
            .array(.string(1...200), 0...100).described("The names of the class in English, German and Spanish.")),
        field(
            "atc_codes", \.atcCodes,
            .array(.string(1...7), 0...50).described("The beginnings of the ATC codes of the drugs of the class."),
            default: []),
        optionalField(
            "allergy_group", \.allergyGroup,
            .stringEnum.described("The allergy group that the class is. A drug with this group belongs to the class.")),
        field(
            "cross_reacts_with", \.crossReactsWith,
            .array(.string(1...100), 0...20).described(
                "The classes to which people with an allergy to this class may react too."), default: []),
        field(
            "concerns_all", \.concernsAll,
            .bool.described("Whether an allergy to one drug of the class usually concerns all of them."),
            default: false),
        field(
            "is_duplication", \.isDuplication,
            .bool.described("Whether two drugs of the class together duplicate the same treatment."), default: false)
    ).described("A class of drugs, with the names under which people record it.").named("DrugClass")
}
