public import Catalogue
public import Identifiers
public import JSON

/// A reason why a drug may harm the patient for whom it is prescribed.
public struct PrescriptionWarning: Hashable, Sendable {
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// The patient already has the drug, or one like it.
        case sameIngredient = "same_ingredient"
        /// The patient is allergic to the drug, or may be.
        case allergy
    }

    /// How the drug was found to be like another, if it is not the same substance.
    public enum Match: String, CaseIterable, Hashable, Sendable {
        case sameGroup = "same_group"
        case crossReaction = "cross_reaction"
        /// The text of an allergy names nothing that the catalogue knows, so only a person can compare it.
        case notComparable = "not_comparable"
    }

    public let kind: Kind
    /// The ingredient or group, or the recorded name of the allergen, of which a warning about a prescription tells.
    public let substance: String
    /// The other prescriptions with the ingredient, sorted by id; empty for an allergy.
    public let prescriptions: [ID<Prescription>]
    /// The current medications of the chart with the ingredient, sorted by id; `nil` if there are none.
    public let medications: [ID<Medication>]?
    /// `nil` if the drug has the ingredient, or if the allergy names a substance or a group of the drug.
    public let match: Match?

    public init(
        kind: Kind, substance: String, prescriptions: [ID<Prescription>] = [], medications: [ID<Medication>]? = nil,
        match: Match? = nil
    ) {
        self.kind = kind
        self.substance = substance
        self.prescriptions = prescriptions
        self.medications = medications
        self.match = match
    }

    public static let codec = object(
        PrescriptionWarning.init(kind:substance:prescriptions:medications:match:),
        field(
            "kind", \.kind,
            .stringEnum.described(
                """
                `same_ingredient`: the patient already has a drug with the same ingredient or of the same group. \
                `allergy`: the patient is allergic to the drug, or may be.
                """)),
        field(
            "substance", \.substance,
            .string(1...200).described("The ingredient or the group, or the allergen as it is recorded.")),
        field(
            "prescription_ids", \.prescriptions,
            .array(.id(), 0...mostPrescriptions).described(
                "The other prescriptions with the ingredient; empty for an allergy."),
            default: []),
        optionalField(
            "medication_ids", \.medications,
            .array(.id(), 1...mostPrescriptions).described(
                "The current medications of the chart with the ingredient; absent if there are none.")),
        optionalField(
            "match", \.match,
            .stringEnum.described(
                """
                Absent: the drug has the ingredient, or the allergy names a substance or a group of the drug. \
                `same_group`: the drug is of the same group. `cross_reaction`: people with this allergy may react to the \
                drug too. `not_comparable`: the catalogue does not know the allergen, so compare it yourself.
                """))
    ).described("A reason why a drug may harm the patient.").named("PrescriptionWarning")

    /// The maximum number of other prescriptions that one warning names.
    static let mostPrescriptions = 1_000
    /// The maximum number of warnings about one prescription.
    static let most = 200
}

extension PrescriptionWarning {
    /// The warnings about a drug for a patient, one for each allergen, ingredient and group, at most `most`.
    ///
    /// Allergies that may concern the drug come first, so that those that cannot be compared do not displace them.
    public static func all(
        about drug: PrescribedDrug, _ therapy: Therapy, comparing formulary: Formulary
    ) -> [PrescriptionWarning] {
        let profile = drug.profile(in: formulary)
        let allergies = therapy.allergies.compactMap { $0.warning(about: profile, comparing: formulary) }
        let warnings =
            allergies.filter { $0.match != .notComparable } + duplicates(of: drug, profile, therapy, formulary)
            + allergies.filter { $0.match == .notComparable }
        var seen: Set<PrescriptionWarning> = []
        return Array(warnings.filter { seen.insert($0).inserted }.prefix(most))
    }

    /// The drugs that a person already has and that are like the drug: by ingredient, and otherwise by group.
    private static func duplicates(
        of drug: PrescribedDrug, _ profile: DrugProfile, _ therapy: Therapy, _ formulary: Formulary
    ) -> [PrescriptionWarning] {
        struct Likeness: Hashable {
            let substance: String
            let match: Match?
        }
        var prescriptions: [Likeness: [ID<Prescription>]] = [:]
        var medications: [Likeness: [ID<Medication>]] = [:]
        var order: [Likeness] = []
        func likenesses(_ other: DrugProfile) -> [Likeness] {
            let shared = formulary.sharedIngredients(drug.ingredients, with: other)
            let found =
                shared.isEmpty
                ? formulary.duplicatedClasses(profile, other).map { Likeness(substance: $0, match: .sameGroup) }
                : shared.map { Likeness(substance: $0, match: nil) }
            order += found.filter { !order.contains($0) }
            return found
        }
        for other in therapy.prescriptions {
            for likeness in likenesses(other.drug.profile(in: formulary)) {
                prescriptions[likeness, default: []].append(other.id)
            }
        }
        for medication in therapy.medications {
            for likeness in likenesses(medication.profile(in: formulary)) {
                medications[likeness, default: []].append(medication.id)
            }
        }
        let sameFirst = order.filter { $0.match == nil } + order.filter { $0.match != nil }
        return sameFirst.map { likeness in
            PrescriptionWarning(
                kind: .sameIngredient, substance: likeness.substance,
                prescriptions: Array(
                    prescriptions[likeness, default: []].sorted { $0.uuid < $1.uuid }.prefix(mostPrescriptions)),
                medications: medications[likeness].map {
                    Array($0.sorted { $0.uuid < $1.uuid }.prefix(mostPrescriptions))
                },
                match: likeness.match)
        }
    }
}

/// The doctor's decision to prescribe a drug in spite of warnings.
public struct WarningOverride: Hashable, Sendable {
    public let reason: String
    /// The warnings about the prescription that the doctor has read.
    public let warnings: [PrescriptionWarning]

    public init(reason: String, warnings: [PrescriptionWarning]) {
        self.reason = reason
        self.warnings = warnings
    }

    public static let codec = object(
        WarningOverride.init(reason:warnings:),
        field(
            "reason", \.reason, .prose(max: 500).described("Why the drug is prescribed in spite of the warnings.")),
        field(
            "warnings", \.warnings,
            .array(PrescriptionWarning.codec, 1...PrescriptionWarning.most).described(
                "The warnings that the problem `prescription-warnings` listed."))
    ).described("The decision to prescribe a drug in spite of warnings.").named("WarningOverride")
}
