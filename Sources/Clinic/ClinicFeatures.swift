public import Endpoints
public import EventSourcing
import SQL

/// The lists of all features' read models, their projections, and endpoints.
public enum ClinicFeatures {
    public static let readModels: [ReadModel] = [
        ReadModel(ClinicProfiles.self, export: []),
        ReadModel(Services.self, export: []),
        ReadModel(Chairs.self, export: []),
        ReadModel(StaffMembers.self, export: []),
        ReadModel(TimeBlocks.self, export: []),
        ReadModel(Patients.self, export: [.own("patient")]),
        ReadModel(Guardians.self, export: [.own("looks_after"), .other("looked_after_by", Guardians.guardians)]),
        ReadModel(
            EmergencyAccesses.self, export: [.all("emergency_accesses", by: "access_id", isOmittedIfEmpty: true)]),
        ReadModel(Appointments.self, export: [.all("appointments", by: "starts_at, appointment_id")]),
        ReadModel(Holds.self, export: [.own("hold")]),
        ReadModel(Waitlist.self, export: [.all("waitlist", by: "entry_id", isOmittedIfEmpty: true)]),
        ReadModel(RecallNotes.self, export: [.all("recall_reminders", by: "recall", isOmittedIfEmpty: true)]),
        ReadModel(
            RecallVisits.self, .asynchronous, export: [.all("visits_by_service", by: "recall", isOmittedIfEmpty: true)]),
        ReadModel(SeriesList.self, export: [.all("series", by: "series_id", isOmittedIfEmpty: true)]),
        ReadModel(Invoices.self, export: [.all("invoices", by: "number", as: Invoices.answer)]),
        ReadModel(Payments.self, export: [.all("payments", by: "received_at, payment_id", as: Payments.answer)]),
        ReadModel(CreditNotes.self, export: [.all("credit_notes", by: "number", isOmittedIfEmpty: true)]),
        ReadModel(PatientAccounts.self, export: [.own("account", as: PatientAccounts.answer)]),
        ReadModel(
            InvoiceDrafts.self, export: [.all("invoice_drafts", by: "invoice_id", isOmittedIfEmpty: true)]),
        ReadModel(FamilyAccounts.self, export: [.own("family_account")]),
        ReadModel(
            FamilyPayments.self,
            export: [.all("family_payments", by: "family_payment_id", isOmittedIfEmpty: true)]),
        ReadModel(InsurancePayers.self, export: []),
        ReadModel(Coverages.self, export: [.all("coverages", by: "coverage_id", isOmittedIfEmpty: true)]),
        ReadModel(
            InsuranceClaims.self, export: [.all("insurance_claims", by: "claim_id", isOmittedIfEmpty: true)]),
        ReadModel(CheckInPlans.self, export: [.own("check_in_plan")]),
        ReadModel(CheckIns.self, export: [.all("check_ins", by: "check_in_id", isOmittedIfEmpty: true)]),
        ReadModel(
            MissedCheckIns.self,
            export: [.all("missed_check_ins", by: "due_at, missed_check_in_id", isOmittedIfEmpty: true)]),
        ReadModel(Files.self, export: [.all("files", by: "file_id", isOmittedIfEmpty: true)]),
        ReadModel(
            TreatmentPlans.self,
            export: [.all("treatment_plans", by: "treatment_plan_id", isOmittedIfEmpty: true)]),
        ReadModel(DentalCharts.self, export: [.own("dental_chart")]),
        ReadModel(
            PerioExaminations.self,
            export: [.all("perio_examinations", by: "examined_on, examination_id", isOmittedIfEmpty: true)]),
        ReadModel(Allergies.self, export: [.all("allergies", by: "allergy_id", isOmittedIfEmpty: true)]),
        ReadModel(Conditions.self, export: [.all("conditions", by: "condition_id", isOmittedIfEmpty: true)]),
        ReadModel(Medications.self, export: [.all("medications", by: "medication_id", isOmittedIfEmpty: true)]),
        ReadModel(Vitals.self, export: [.all("vitals", by: "measured_at, vitals_id", isOmittedIfEmpty: true)]),
        ReadModel(ClinicalNotes.self, export: [.all("notes", by: "note_id", isOmittedIfEmpty: true)]),
        ReadModel(NoteTemplates.self, export: []),
        ReadModel(
            Prescriptions.self, export: [.all("prescriptions", by: "prescription_id", isOmittedIfEmpty: true)]),
        ReadModel(HistoryTemplates.self, export: []),
        ReadModel(HistoryForms.self, export: [.all("history_forms", by: "form_id", isOmittedIfEmpty: true)]),
        ReadModel(ConsentTemplates.self, export: []),
        ReadModel(Consents.self, export: [.all("consents", by: "consent_id", isOmittedIfEmpty: true)]),
        ReadModel(
            MessageThreads.self, export: [.all("message_threads", by: "thread_id", isOmittedIfEmpty: true)]),
        ReadModel(Messages.self, export: [.all("messages", by: "thread_id, number", isOmittedIfEmpty: true)]),
        ReadModel(ReadMarks.self, export: [.all("read_marks", by: "thread_id, mark_id", isOmittedIfEmpty: true)]),
        ReadModel(NotificationSettingsRows.self, export: []),
        ReadModel(NotificationInboxes.self, .asynchronous, export: [.own("notifications")]),
        ReadModel(
            VisitReminderPlans.self, .asynchronous,
            export: [.all("visit_reminders", by: "appointment_id", isOmittedIfEmpty: true)]),
        ReadModel(DrawerDays.self, export: []),
        ReadModel(ClinicDays.self, .asynchronous, export: []),
        ReadModel(ClinicBalances.self, .asynchronous, export: []),
        ReadModel(LedgerLines.self, .asynchronous, export: []),
    ]

    public static let projections: [AnyProjection<ClinicEvent>] = readModels.map(\.projection)

    public static let endpoints: [Endpoint<ClinicAction>] =
        ProfileAPI.endpoints
        + ServicesAPI.endpoints
        + ChairsAPI.endpoints
        + StaffAPI.endpoints
        + PatientsAPI.endpoints
        + GuardiansAPI.endpoints
        + ConfidentialityAPI.endpoints
        + RecordsAPI.endpoints
        + AvailabilityAPI.endpoints
        + BlocksAPI.endpoints
        + WaitlistAPI.endpoints
        + RecallsAPI.endpoints
        + SeriesAPI.endpoints
        + AppointmentsAPI.endpoints
        + ReceptionAPI.endpoints
        + BillingAPI.endpoints
        + InvoiceDraftsAPI.endpoints
        + FamilyAccountsAPI.endpoints
        + InsuranceAPI.endpoints
        + RecoveryAPI.endpoints
        + FilesAPI.endpoints
        + TreatmentPlansAPI.endpoints
        + DentalChartAPI.endpoints
        + PerioAPI.endpoints
        + ChartAPI.endpoints
        + VitalsAPI.endpoints
        + NotesAPI.endpoints
        + PrescriptionsAPI.endpoints
        + HistoryFormsAPI.endpoints
        + ConsentsAPI.endpoints
        + MessagesAPI.endpoints
        + NotificationsAPI.endpoints
        + DayCloseAPI.endpoints
        + DashboardAPI.endpoints
}
