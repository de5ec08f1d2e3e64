public import Catalogue
public import EventSourcing
public import Identifiers
public import JSON

/// The danger of an allergy, with the values of FHIR's AllergyIntolerance.criticality.
public enum Criticality: String, CaseIterable, Hashable, Sendable {
    case low, high
    case unableToAssess = "unable_to_assess"
}

/// The known facts about an allergy or another intolerance of a patient.
public struct AllergyFacts: Hashable, Sendable {
    /// The name of the substance to which the patient is allergic, such as "Penicillin".
    public let substance: Personal<String>
    /// The ATC code of the substance to which the patient is allergic, or the code of a class of substances; `nil` if
    /// none is known.
    public let atcCode: Personal<String>?
    /// The drug of the catalogue to which the patient is allergic; `nil` if none is known.
    public let drug: Personal<ID<Drug>>?
    /// The group of substances that the allergy is about; `nil` if it is about one substance, or if none is known.
    public let group: Personal<AllergyGroup>?
    public let criticality: Criticality
    /// The reaction of the patient to the substance; `nil` if it is not known.
    public let reaction: Personal<String>?

    public init(
        substance: Personal<String>, atcCode: Personal<String>? = nil, drug: Personal<ID<Drug>>? = nil,
        group: Personal<AllergyGroup>? = nil, criticality: Criticality, reaction: Personal<String>? = nil
    ) {
        self.substance = substance
        self.atcCode = atcCode
        self.drug = drug
        self.group = group
        self.criticality = criticality
        self.reaction = reaction
    }

    public static let codec = object(
        AllergyFacts.init(substance:atcCode:drug:group:criticality:reaction:),
        field("substance", \.substance, .substance),
        optionalField("atc_code", \.atcCode, .atcCode),
        optionalField("drug_id", \.drug, .drug),
        optionalField("allergy_group", \.group, .allergyGroup),
        field("criticality", \.criticality, .criticality),
        optionalField("reaction", \.reaction, .reaction)
    ).described("The facts about an allergy.").named("AllergyFacts")
}

extension AllergyFacts: ChartFacts {
    public var erased: AllergyFacts { AllergyFacts(substance: .erased, criticality: criticality) }

    /// An allergy of high criticality is an alert.
    public var alert: Personal<String>? { criticality == .high ? substance : nil }
}

extension Codec where Value == Personal<String> {
    static var substance: Codec {
        .personal(.clinical, .name(max: 200), placeholder: erasedText).described("The substance, in words.")
    }
    static var atcCode: Codec {
        .personal(.clinical, .atcPrefix).described(
            "The ATC code of a substance, such as `J01CA04`, or of a class of substances, such as `J01C`.")
    }
    static var reaction: Codec {
        .personal(.clinical, .prose(max: 500)).described("How the patient reacts to the substance.")
    }
}

extension Codec where Value == Personal<ID<Drug>> {
    static var drug: Codec { .personal(.clinical, .id()).described("The drug's id in the catalogue.") }
}

extension Codec where Value == Personal<AllergyGroup> {
    static var allergyGroup: Codec {
        .personal(.clinical, .stringEnum).described("The group of substances that the allergy is about.")
    }
}

extension Codec where Value == Criticality {
    static var criticality: Codec {
        .stringEnum.described(
            """
            How dangerous another contact with the substance can be. Staff see a current allergy with `high` as an \
            alert.
            """
        )
    }
}

extension Codec where Value == String {
    /// A codec for a code of the ATC classification at any of its five levels.
    fileprivate static var atcPrefix: Codec {
        string(
            min: 1, max: 7, pattern: "^[A-Z]([0-9]{2}([A-Z]([A-Z]([0-9]{2})?)?)?)?$",
            detail: "must be an ATC code such as J01CA04 or J01C", check: Drug.isATCCodeOrClass)
    }
}
