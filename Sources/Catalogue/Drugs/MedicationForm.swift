/// The pharmaceutical form of a drug, with the values that the medication app knows.
public enum MedicationForm: String, CaseIterable, Sendable {
    case tablet, capsule, liquid, injection, cream, patch, inhaler, drops, other
}

/// The route by which a drug is given, with the values that the medication app knows. Local anaesthetics have
/// `subcutaneous`, which is the nearest value to an injection into the mucosa.
public enum AdministrationRoute: String, CaseIterable, Sendable {
    case oral, sublingual, topical, intravenous, intramuscular, subcutaneous, inhaled, rectal, ophthalmic, otic, nasal
}

/// The unit of a drug's quantity, with the values that the medication app knows.
public enum DosageUnit: String, CaseIterable, Sendable {
    case mg, g, ml, units, drops, puffs, tablets, capsules
}
