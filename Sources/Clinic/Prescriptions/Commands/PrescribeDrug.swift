public import Catalogue
public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command with which a doctor prescribes a drug of the catalogue. If there are warnings, the command is refused,
/// unless its override names all of them and gives a reason.
public struct PrescribeDrug: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknownPatient
        case unknownDrug
        case withdrawn
        /// The last valid day of the prescription is before today or more than a year away.
        case badValidity
        case tooMany
        case warnings([PrescriptionWarning])

        public var problem: Problem {
            switch self {
            case .unknownPatient: .notFound
            case .unknownDrug:
                .malformed(body: "/drug_id", code: "unknown_drug", detail: "must be a drug of the catalogue")
            case .withdrawn: Problem(.drugWithdrawn)
            case .badValidity:
                .malformed(
                    body: "/valid_until", code: "bad_range",
                    detail: "must be from today to \(Prescription.longestValidityInDays) days later")
            case .tooMany:
                Problem(.limitReached, "A patient gets at most \(PrescribeDrug.limit) prescriptions in a year.")
            case .warnings(let warnings):
                Problem(.prescriptionWarnings).with("warnings", warnings, .array(PrescriptionWarning.codec))
            }
        }
    }

    /// The maximum number of prescriptions of one patient's record in a calendar year, ended ones included. A new
    /// prescription is compared with all of them.
    public static let limit = 200

    public let id: ID<Prescription>
    public let patient: ID<Patient>
    public let doctor: ID<StaffMember>
    /// The drug's entry in the catalogue; `nil` if the catalogue has no drug with the requested id.
    public let drug: Drug?
    public let order: PrescriptionOrder
    /// The drugs of the catalogue, by which allergies and medications are compared with the drug.
    public let formulary: Formulary

    public init(
        _ id: ID<Prescription>, of drug: Drug?, for patient: ID<Patient>, by doctor: ID<StaffMember>,
        _ order: PrescriptionOrder, comparing formulary: Formulary
    ) {
        self.id = id
        self.drug = drug
        self.patient = patient
        self.doctor = doctor
        self.order = order
        self.formulary = formulary
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let isCurrent = model[.registration(of: patient)].isCurrent
        let today = model[.basics].zone.date(of: now)
        let records = model.records(ofPersonWith: patient)
        let therapy = model.therapy(inOneOf: records, on: today)
        let count = model[.prescriptions(of: patient, inYearOf: today)].entries.count
        guard isCurrent else { throw .unknownPatient }
        guard let drug else { throw .unknownDrug }
        guard !drug.isWithdrawn else { throw .withdrawn }
        let validUntil = order.validUntil ?? today.adding(days: Prescription.usualValidityInDays)
        guard (today...today.adding(days: Prescription.longestValidityInDays)).contains(validUntil) else {
            throw .badValidity
        }
        guard count < PrescribeDrug.limit else { throw .tooMany }
        let medication = order.medication(PrescribedDrug(drug))
        let warnings = PrescriptionWarning.all(about: medication.drug, therapy, comparing: formulary)
        guard Set(warnings).isSubset(of: order.override?.warnings ?? []) else { throw .warnings(warnings) }
        let override =
            warnings.isEmpty ? nil : order.override.map { WarningOverride(reason: $0.reason, warnings: warnings) }
        return [
            .prescription(
                .issued(
                    PrescriptionIssued(
                        prescription: Prescription(id: id, patient: patient, issuedOn: today), doctor: doctor,
                        validUntil: validUntil, refills: order.refills, medication: Personal(medication),
                        override: override.map { Personal($0) })))
        ]
    }
}
