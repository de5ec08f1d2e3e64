public import Catalogue
public import EventSourcing
public import Identifiers
public import JSON

/// The known facts about a medication that a patient takes. Another doctor may have prescribed the medication.
public struct MedicationFacts: Hashable, Sendable {
    public let name: Personal<String>
    /// The ATC code of the medication; `nil` if none is known.
    public let atcCode: Personal<String>?
    /// The drug of the catalogue that the patient takes; `nil` if none is known.
    public let drug: Personal<ID<Drug>>?
    /// The dose in words, such as "1 tablet in the morning"; `nil` if it is not known.
    public let dose: Personal<String>?

    public init(
        name: Personal<String>, atcCode: Personal<String>? = nil, drug: Personal<ID<Drug>>? = nil,
        dose: Personal<String>? = nil
    ) {
        self.name = name
        self.atcCode = atcCode
        self.drug = drug
        self.dose = dose
    }

    public static let codec = object(
        MedicationFacts.init(name:atcCode:drug:dose:),
        field("name", \.name, .medicationName),
        optionalField("atc_code", \.atcCode, .atcCode),
        optionalField("drug_id", \.drug, .drug),
        optionalField("dose", \.dose, .dose)
    ).described("The known facts about a medication that a patient takes.").named("MedicationFacts")
}

extension MedicationFacts: ChartFacts {
    public var erased: MedicationFacts { MedicationFacts(name: .erased) }
    public var alert: Personal<String>? { nil }
}

extension Codec where Value == Personal<String> {
    static var medicationName: Codec {
        .personal(.clinical, .name(max: 200), placeholder: erasedText).described("The medication, in words.")
    }
    static var dose: Codec {
        .personal(.clinical, .prose(max: 500)).described("The dose in words, such as `1 tablet in the morning`.")
    }
}
