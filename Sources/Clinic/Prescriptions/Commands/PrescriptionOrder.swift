public import Catalogue
import Endpoints
public import EventSourcing
import Identifiers
import JSON

/// The part of a prescription that the doctor enters, without the patient and the drug.
public struct PrescriptionOrder: Hashable, Sendable {
    public let form: MedicationForm
    public let route: AdministrationRoute
    public let dose: DrugQuantity
    public let frequency: DosingFrequency
    public let durationDays: Int
    public let quantity: DrugQuantity
    public let refills: Int
    public let instructions: String?
    /// The last valid day of the prescription; `nil` for `Prescription.usualValidityInDays` after the issue.
    public let validUntil: CivilDate?
    /// The doctor's decision to prescribe the drug in spite of warnings; `nil` for none.
    public let override: WarningOverride?

    public init(
        form: MedicationForm, route: AdministrationRoute, dose: DrugQuantity, frequency: DosingFrequency,
        durationDays: Int, quantity: DrugQuantity, refills: Int = 0, instructions: String? = nil,
        validUntil: CivilDate? = nil, override: WarningOverride? = nil
    ) {
        self.form = form
        self.route = route
        self.dose = dose
        self.frequency = frequency
        self.durationDays = durationDays
        self.quantity = quantity
        self.refills = refills
        self.instructions = instructions
        self.validUntil = validUntil
        self.override = override
    }

    func medication(_ drug: PrescribedDrug) -> PrescribedMedication {
        PrescribedMedication(
            drug: drug, form: form, route: route, dose: dose, frequency: frequency, durationDays: durationDays,
            quantity: quantity, instructions: instructions)
    }
}

struct PrescriptionBody: Sendable {
    let drug: ID<Drug>
    let order: PrescriptionOrder

    static let codec = object(
        PrescriptionBody.make(
            drug:form:route:dose:frequency:durationDays:quantity:refills:instructions:validUntil:override:),
        field("drug_id", \.drug, .drugID),
        field("form", \.order.form, .medicationForm), field("route", \.order.route, .administrationRoute),
        field("dose", \.order.dose, DrugQuantity.codec.described("The amount that is taken at a time.")),
        field("frequency", \.order.frequency, DosingFrequency.codec.described("How often the dose is taken.")),
        field("duration_days", \.order.durationDays, .durationDays),
        field(
            "quantity", \.order.quantity,
            DrugQuantity.codec.described("The amount that is given out at each dispensing.")),
        field("refills", \.order.refills, .refills, default: 0),
        optionalField("instructions", \.order.instructions, .instructions),
        optionalField(
            "valid_until", \.order.validUntil,
            .date.described(
                """
                The last day on which the drug may be given out; absent: \(Prescription.usualValidityInDays) days from \
                today.
                """
            )),
        optionalField(
            "override", \.order.override,
            WarningOverride.codec.described("The decision to prescribe the drug in spite of warnings."))
    ).described("A prescription to issue.").named("PrescriptionDraft")

    private static func make(
        drug: ID<Drug>, form: MedicationForm, route: AdministrationRoute, dose: DrugQuantity,
        frequency: DosingFrequency, durationDays: Int, quantity: DrugQuantity, refills: Int, instructions: String?,
        validUntil: CivilDate?, override: WarningOverride?
    ) -> PrescriptionBody {
        PrescriptionBody(
            drug: drug,
            order: PrescriptionOrder(
                form: form, route: route, dose: dose, frequency: frequency, durationDays: durationDays,
                quantity: quantity, refills: refills, instructions: instructions, validUntil: validUntil,
                override: override))
    }
}

extension PrescriptionsAPI {
    static let prescribeDrug = Endpoint<ClinicAction>(
        .post, "/api/v1/patients/{patient_id}/prescriptions", id: "prescribeDrug", summary: "Prescribe a drug",
        details: """
            Only doctors can prescribe. The facts about the drug are copied from the catalogue, so a later catalogue \
            does not change the prescription. The request is refused with `prescription-warnings` if the patient \
            already has a drug with the same ingredient or of the same group, by prescription or by the chart's current \
            medications, or if a current allergy of the chart concerns the drug. An allergy whose text cannot be \
            compared with the catalogue gives a warning too. After this refusal the request can be sent again with \
            `override`.
            """,
        tag: tag, for: DoctorOnly.self, takes: .path("patient_id", Codec<ID<Patient>>.patientID),
        .body(PrescriptionBody.codec), answers: [.created(Prescriptions.codec, "The prescription")],
        problems: [
            .prescriptionWarnings, .drugWithdrawn, .limitReached, .patientMerged, .notFound, .restrictedRecord,
        ], idempotency: .accepted
    ) { caller, patient, body throws(Problem) in
        let (reader, doctor) = (RecordReader(caller), ID<StaffMember>(caller.staff))
        return .prescription { formulary, ids in
            let id: ID<Prescription> = ids()
            return ClinicCommand(
                PrescribeDrug(
                    id, of: formulary.drug(body.drug), for: patient, by: doctor, body.order, comparing: formulary),
                answer: DocumentAnswer(
                    Prescriptions.self, DocumentKey(id), location: "/api/v1/prescriptions/\(id)")
            ).opening(for: reader) { _ in patient }.telling(patient, in: .prescriptionWarnings)
        }
    }
}
