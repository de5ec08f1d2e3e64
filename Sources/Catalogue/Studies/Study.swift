public import Identifiers
public import JSON

/// A clinical study that a laboratory makes, such as a blood count, with the values that are usual for adults.
public struct Study: Hashable, Sendable {
    public enum Category: String, CaseIterable, Sendable {
        case coagulation, inflammation, metabolism, kidney, electrolytes, liver, hormones, infection, allergy
        case bloodCount = "blood_count"
        case vitaminsAndIron = "vitamins_and_iron"
    }

    /// The study's id, which is the same in all versions of the catalogue.
    public let id: ID<Study>
    /// The number of versions that the study's entry in the catalogue has had. A new entry has version 1, and each
    /// change adds 1.
    public let version: Int64
    public let name: String
    public let abbreviation: String?
    public let category: Category
    /// The unit of the study's result as UCUM writes it; `nil` if the result is a ratio or a word.
    public let unit: String?
    /// The reference ranges of the study's result; empty if the result is a word.
    public let referenceRanges: [ReferenceRange]
    /// The result of the study that healthy adults have, if it is a word such as `negative`.
    public let expectedResult: String?
    /// The version of the catalogue in which the study's entry changed last.
    public let changedIn: CatalogueVersion
    /// Whether the catalogue no longer offers the study.
    public let isWithdrawn: Bool
}

extension Study {
    public static let codec = object(
        Study.init(
            id:version:name:abbreviation:category:unit:referenceRanges:expectedResult:changedIn:isWithdrawn:),
        field(
            "id", \.id, Codec<ID<Study>>.id().described("The study's id, the same in all versions of the catalogue.")),
        field("version", \.version, .version),
        field("name", \.name, .string(1...200).described("The study's name.")),
        optionalField(
            "abbreviation", \.abbreviation, .string(1...20).described("The usual abbreviation, if there is one.")),
        field("category", \.category, .stringEnum.described("The part of medicine that the study belongs to.")),
        optionalField(
            "unit", \.unit,
            .string(1...40).described("The unit of the result by UCUM; absent for a ratio and for a word.")),
        field(
            "reference_ranges", \.referenceRanges,
            .array(ReferenceRange.codec, 0...10).described(
                "The ranges in which most healthy adults are; the laboratory's own ranges win. Empty for a word.")),
        optionalField(
            "expected_result", \.expectedResult,
            .string(1...40).described("The result of healthy adults, if it is a word.")),
        field(
            "changed_in", \.changedIn,
            CatalogueVersion.codec.described("The version of the catalogue in which the entry changed last.")),
        field(
            "is_withdrawn", \.isWithdrawn, .bool.described("Whether the catalogue no longer offers the study."),
            default: false)
    ).described("A clinical study of a laboratory.").named("Study")
}
