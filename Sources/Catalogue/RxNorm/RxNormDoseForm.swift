/// The pharmaceutical form and the route of a drug, as the English name of its RxNorm dose form says them.
enum RxNormDoseForm {
    /// Parts of the English names of dose forms, each with its form and route. The first part that a name contains
    /// determines the form and the route.
    private static let words: [(word: String, form: MedicationForm, route: AdministrationRoute)] = [
        ("sublingual", .tablet, .sublingual), ("buccal", .tablet, .sublingual),
        ("ophthalmic", .drops, .ophthalmic), ("otic", .drops, .otic), ("nasal", .other, .nasal),
        ("rectal", .other, .rectal), ("inhal", .inhaler, .inhaled), ("transdermal", .patch, .topical),
        ("medicated patch", .patch, .topical), ("mouthwash", .liquid, .topical), ("oral gel", .cream, .topical),
        ("oral paste", .cream, .topical), ("topical solution", .liquid, .topical), ("topical", .cream, .topical),
        ("medicated shampoo", .liquid, .topical), ("toothpaste", .cream, .topical), ("tablet", .tablet, .oral),
        ("capsule", .capsule, .oral), ("injectable suspension", .injection, .intramuscular),
        ("pen injector", .injection, .subcutaneous), ("auto-injector", .injection, .subcutaneous),
        ("inject", .injection, .intravenous), ("prefilled syringe", .injection, .subcutaneous),
        ("cartridge", .injection, .subcutaneous), ("lozenge", .tablet, .oral), ("oral drops", .drops, .oral),
        ("oral solution", .liquid, .oral), ("oral suspension", .liquid, .oral), ("syrup", .liquid, .oral),
        ("chewing gum", .other, .oral), ("oral", .other, .oral),
    ]

    /// Reads the form and the route from the name of an RxNorm dose form. The result is `nil` for a dose form that the
    /// catalogue has no route for, such as a vaginal one.
    static func read(_ name: String) -> (form: MedicationForm, route: AdministrationRoute)? {
        let name = name.lowercased()
        return words.first { name.contains($0.word) }.map { ($0.form, $0.route) }
    }
}
