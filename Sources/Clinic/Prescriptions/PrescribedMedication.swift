public import Catalogue
public import Identifiers
public import JSON

/// The facts about a drug that are copied from the catalogue into a prescription. A later catalogue does not change the
/// prescription.
public struct PrescribedDrug: Hashable, Sendable {
    public let id: ID<Drug>
    /// The version of the drug's entry in the catalogue from which the facts were copied.
    public let version: Int64
    public let name: String
    public let atcCodes: [String]
    public let ingredients: [String]
    public let allergyGroups: [AllergyGroup]

    public init(
        id: ID<Drug>, version: Int64, name: String, atcCodes: [String], ingredients: [String],
        allergyGroups: [AllergyGroup]
    ) {
        self.id = id
        self.version = version
        self.name = name
        self.atcCodes = atcCodes
        self.ingredients = ingredients
        self.allergyGroups = allergyGroups
    }

    public init(_ drug: Drug) {
        self.init(
            id: drug.id, version: drug.version, name: drug.name, atcCodes: drug.atcCodes,
            ingredients: drug.ingredients, allergyGroups: drug.allergyGroups)
    }

    public static let codec = object(
        PrescribedDrug.init(id:version:name:atcCodes:ingredients:allergyGroups:),
        field("id", \.id, .drugID),
        field(
            "version", \.version,
            .int64(1...Int64.max).described("The version of the catalogue's entry from which the facts were copied.")),
        field("name", \.name, .string(1...500).described("The drug's international nonproprietary name (INN).")),
        field(
            "atc_codes", \.atcCodes,
            .array(.string(1...20), 0...30).described("The drug's codes of the ATC classification, the main one first.")
        ),
        field(
            "ingredients", \.ingredients, .array(.string(1...200), 0...20).described("The drug's active ingredients.")),
        field(
            "allergy_groups", \.allergyGroups,
            .array(.stringEnum, 0...30).described("The groups of substances by which allergies to the drug are found."))
    ).described("A prescribed drug, as the catalogue described it when it was prescribed.").named("PrescribedDrug")
}

/// The frequency of the doses of a drug: a number of times in each period, such as 3 times in 1 day.
public struct DosingFrequency: Hashable, Sendable {
    public enum Unit: String, CaseIterable, Hashable, Sendable {
        case hour, day, week, month
    }

    public let times: Int
    public let period: Int
    public let unit: Unit
    /// Whether the dose of the drug is taken only when it is needed. Then the frequency is a maximum.
    public let isAsNeeded: Bool

    public init(times: Int, period: Int = 1, unit: Unit = .day, isAsNeeded: Bool = false) {
        self.times = times
        self.period = period
        self.unit = unit
        self.isAsNeeded = isAsNeeded
    }

    public static let codec = object(
        DosingFrequency.init(times:period:unit:isAsNeeded:),
        field("times", \.times, .int(1...24).described("How many times the dose is taken in each period.")),
        field("period", \.period, .int(1...90).described("The length of the period, in `unit`."), default: 1),
        field("unit", \.unit, .stringEnum.described("The unit of the period."), default: .day),
        field(
            "as_needed", \.isAsNeeded,
            .bool.described("Whether the dose is taken only when it is needed. Then the frequency is a maximum."),
            default: false)
    ).described("How often a dose is taken, such as 3 times in 1 day.").named("DosingFrequency")
}

/// The medical content of a prescription: the drug, and how it is taken.
public struct PrescribedMedication: Hashable, Sendable {
    public let drug: PrescribedDrug
    public let form: MedicationForm
    public let route: AdministrationRoute
    public let dose: DrugQuantity
    public let frequency: DosingFrequency
    /// The number of days for which the quantity of one dispensing lasts.
    public let durationDays: Int
    /// The amount that is given out at each dispensing.
    public let quantity: DrugQuantity
    public let instructions: String?

    public init(
        drug: PrescribedDrug, form: MedicationForm, route: AdministrationRoute, dose: DrugQuantity,
        frequency: DosingFrequency, durationDays: Int, quantity: DrugQuantity, instructions: String?
    ) {
        self.drug = drug
        self.form = form
        self.route = route
        self.dose = dose
        self.frequency = frequency
        self.durationDays = durationDays
        self.quantity = quantity
        self.instructions = instructions
    }

    public static let codec = object(
        PrescribedMedication.init(drug:form:route:dose:frequency:durationDays:quantity:instructions:),
        field("drug", \.drug, PrescribedDrug.codec.described("The drug, as the catalogue described it.")),
        field("form", \.form, .medicationForm), field("route", \.route, .administrationRoute),
        field("dose", \.dose, DrugQuantity.codec.described("The amount that is taken at a time.")),
        field("frequency", \.frequency, DosingFrequency.codec.described("How often the dose is taken.")),
        field("duration_days", \.durationDays, .durationDays),
        field("quantity", \.quantity, DrugQuantity.codec.described("The amount that is given out at each dispensing.")),
        optionalField("instructions", \.instructions, .instructions)
    ).described("The medical content of a prescription.").named("PrescribedMedication")
}

extension Codec where Value == ID<Drug> {
    static var drugID: Codec { .id().described("The drug's id in the catalogue.") }
}

extension Codec where Value == MedicationForm {
    static var medicationForm: Codec { .stringEnum.described("The pharmaceutical form.") }
}

extension Codec where Value == AdministrationRoute {
    static var administrationRoute: Codec { .stringEnum.described("The route by which the drug is taken.") }
}

extension Codec where Value == Int {
    static var durationDays: Codec {
        .int(1...366).described("The number of days for which the quantity of one dispensing lasts.")
    }
    static var refills: Codec {
        .int(0...24).described("How many times the quantity may be given out after the first time.")
    }
}

extension Codec where Value == String {
    static var instructions: Codec { .prose(max: 2000).described("Instructions for the patient and the pharmacy.") }
}
