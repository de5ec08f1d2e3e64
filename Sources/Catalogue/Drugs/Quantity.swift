import JSON

/// A number with a unit, such as 500 mg.
public struct Quantity: Hashable, Sendable {
    /// The number of the quantity in thousandths: 500 mg are 500,000.
    public let thousandths: Int64
    public let unit: DosageUnit

    public init(thousandths: Int64, unit: DosageUnit) {
        self.thousandths = thousandths
        self.unit = unit
    }

    public static let codec = object(
        Quantity.init(thousandths:unit:),
        field(
            "value", \.thousandths,
            .thousandths(1...1_000_000_000_000).described("The number, with at most three decimals.")),
        field("unit", \.unit, .stringEnum.described("The unit."))
    ).described("A number with a unit.").named("DrugQuantity")
}

/// Another name of the catalogue's type `Quantity`, for code that also uses the clinic's type `Quantity`.
public typealias DrugQuantity = Quantity

/// The strength of a drug: a quantity of each ingredient, in one unit of the form (such as one tablet) or in a quantity
/// of the preparation (such as 1 ml).
public struct Strength: Hashable, Sendable {
    /// The quantities of the ingredients, in the order in which the drug lists the ingredients.
    public let quantities: [Quantity]
    /// The quantity of the preparation that contains the quantities of the ingredients; `nil` for one tablet, capsule,
    /// puff, patch or dose.
    public let per: Quantity?

    public init(quantities: [Quantity], per: Quantity? = nil) {
        self.quantities = quantities
        self.per = per
    }

    static let codec = object(
        Strength.init(quantities:per:),
        field(
            "quantities", \.quantities,
            .array(Quantity.codec, 1...20).described(
                "The quantity of each of the drug's `ingredients`, in their order.")),
        optionalField(
            "per", \.per,
            Quantity.codec.described(
                "The quantity of the preparation that contains them. Absent: one tablet, capsule, puff, patch or dose.")
        )
    ).described("A strength of a drug.").named("DrugStrength")
}
