public import EventSourcing
public import Identifiers

// All tags that an event can have. A decision becomes stale if an event with a tag that it has read is appended before
// its own events. So each tag covers as few events as the rules that read it allow.

extension Tag {
    /// The tag of the events on profile, hours, closures, rules, services, chairs and staff. These events have one tag,
    /// since every booking needs all of them.
    public static let settings = Tag(.settings)

    public static func patient(_ id: ID<Patient>) -> Tag { Tag(.patient, id) }
    /// The tag of events about the patients in one bucket of names and birth dates, who may be the same person.
    public static func patientIdentity(_ identity: PatientIdentity) -> Tag {
        Tag(.patientIdentity, subject: UUIDBytes(high: 0, low: UInt64(identity.bucket)))
    }
    /// The tag of the events that take or free a patient's time in the year of a date, for appointments and holds. The
    /// rule that a patient has one appointment at a time reads it. Each year has its own tag, so that booking for a
    /// patient with a long history is as fast as for a new patient.
    public static func patientYear(_ id: ID<Patient>, _ date: CivilDate) -> Tag {
        Tag(.patientYear, id, on: date.firstOfYear)
    }
    /// The tag of the events that take or free a patient's time in any year, for appointments and holds.
    public static func patientYears(_ id: ID<Patient>) -> Tag { Tag(.patientYear, allDaysOf: id) }
    /// The tag of a patient's invoices, drafts, payments, refunds, credit notes, coverages and insurance claims.
    public static func patientAccount(_ id: ID<Patient>) -> Tag { Tag(.patientAccount, id) }

    /// The tag of the events about a guardian's dependants.
    public static func guardian(_ id: ID<Patient>) -> Tag { Tag(.guardian, id) }

    public static func staff(_ id: ID<StaffMember>) -> Tag { Tag(.staff, id) }
    public static func service(_ id: ID<Service>) -> Tag { Tag(.service, id) }
    public static func chair(_ id: ID<Chair>) -> Tag { Tag(.chair, id) }

    /// The tag of a doctor's appointments, holds and blocks on a day of the clinic's calendar.
    public static func doctorDay(_ id: ID<StaffMember>, _ date: CivilDate) -> Tag { Tag(.doctorDay, id, on: date) }
    /// The tag of a chair's appointments, holds and blocks on a day of the clinic's calendar.
    public static func chairDay(_ id: ID<Chair>, _ date: CivilDate) -> Tag { Tag(.chairDay, id, on: date) }

    public static func waitlistEntry(_ id: ID<WaitlistEntry>) -> Tag { Tag(.waitlistEntry, id) }
    /// The tag of the waitlist for a month, which is given by its first day. The decision that offers a freed time
    /// reads only the entries of its month, so that it reads no more in an old clinic than in a new one.
    static func waitlistMonth(_ first: CivilDate) -> Tag { Tag(.waitlistMonth, on: first) }

    /// The tag of the reminders and pauses of a patient's recalls.
    static func recalls(of patient: ID<Patient>) -> Tag { Tag(.recalls, patient) }
    /// The tag of the reminders of a recall that the servers gave by themselves after a completed visit. Decisions read
    /// only the last event with this tag.
    static func recallNotices(after visit: ID<Appointment>) -> Tag { Tag(.recallNotices, visit) }

    /// The tag of a patient's plans of check-ins. Each event with this tag contains the whole plan, so decisions read
    /// only the last one.
    static func checkIns(of patient: ID<Patient>) -> Tag { Tag(.checkIns, patient) }
    static func checkIn(_ id: ID<CheckIn>) -> Tag { Tag(.checkIn, id) }
    static func missedCheckIn(_ id: ID<MissedCheckIn>) -> Tag { Tag(.missedCheckIn, id) }

    public static func messageThread(_ id: ID<MessageThread>) -> Tag { Tag(.messageThread, id) }
    /// The tag of the events that open a patient's threads of messages.
    static func messageThreads(of patient: ID<Patient>) -> Tag { Tag(.messageThreads, patient) }
    /// The tag of the messages that a patient and the patient's guardians send on a day, by the clinic's calendar.
    static func messageDay(_ patient: ID<Patient>, _ date: CivilDate) -> Tag { Tag(.messageDay, patient, on: date) }
    static func message(_ id: ID<Message>) -> Tag { Tag(.message, id) }
    /// The tag of one reader's marks in one thread. Decisions read only the last event with this tag.
    static func readMark(_ id: ID<ReadMark>) -> Tag { Tag(.readMark, id) }
    /// The tag of the events after which one side of a thread, the patient or the clinic, has read further than before.
    /// Decisions read only the last event with this tag.
    static func messagesRead(in thread: ID<MessageThread>, by side: MessageSide) -> Tag {
        Tag(side == .patient ? .readByPatient : .readByClinic, thread)
    }

    /// The tag of the reminders of a visit. It differs from the appointment's tag, so a reminder does not change the
    /// appointment's version. Decisions read only the last event with this tag.
    static func visitReminders(_ id: ID<Appointment>) -> Tag { Tag(.visitReminders, id) }
    /// The tag of the clinic's settings for notifications. Each event with this tag contains all settings, so decisions
    /// read only the last one.
    static let notificationSettings = Tag(.notificationSettings)

    public static func series(_ id: ID<VisitSeries>) -> Tag { Tag(.series, id) }

    public static func block(_ id: ID<Block>) -> Tag { Tag(.block, id) }

    public static func appointment(_ id: ID<Appointment>) -> Tag { Tag(.appointment, id) }
    public static func invoice(_ id: ID<Invoice>) -> Tag { Tag(.invoice, id) }
    /// The tag of the clinic's invoices of all years. Servers of the previous release read it to count invoices.
    static let invoiceNumbers = Tag(.invoiceNumbers)
    /// The tag of the clinic's invoices of one year. The last of these invoices has the highest number.
    static func invoiceNumbers(_ date: CivilDate) -> Tag { Tag(.invoiceNumbers, on: date.firstOfYear) }
    public static func payment(_ id: ID<Payment>) -> Tag { Tag(.payment, id) }
    /// The tag of the family account that a patient pays for.
    public static func familyAccount(_ guarantor: ID<Patient>) -> Tag { Tag(.familyAccount, guarantor) }
    public static func familyPayment(_ id: ID<FamilyPayment>) -> Tag { Tag(.familyPayment, id) }
    public static func creditNote(_ id: ID<CreditNote>) -> Tag { Tag(.creditNote, id) }
    public static func insurancePayer(_ id: ID<InsurancePayer>) -> Tag { Tag(.insurancePayer, id) }
    public static func coverage(_ id: ID<Coverage>) -> Tag { Tag(.coverage, id) }
    public static func file(_ id: ID<PatientFile>) -> Tag { Tag(.file, id) }
    /// The tag of the events about a patient's files.
    public static func patientFiles(_ id: ID<Patient>) -> Tag { Tag(.patientFiles, id) }
    public static func treatmentPlan(_ id: ID<TreatmentPlan>) -> Tag { Tag(.treatmentPlan, id) }
    /// The tag of the events of a patient's treatment plans. Events of appointments and invoices have the tags of
    /// single plans instead.
    static func patientPlans(_ id: ID<Patient>) -> Tag { Tag(.patientPlans, id) }
    /// The tag of the findings on a patient's teeth.
    static func dentalChart(_ id: ID<Patient>) -> Tag { Tag(.dentalChart, id) }
    static func perioExamination(_ id: ID<PerioExamination>) -> Tag { Tag(.perioExamination, id) }
    /// The tag of a patient's periodontal examinations.
    static func perioExaminations(of patient: ID<Patient>) -> Tag { Tag(.patientPerio, patient) }
    /// The tag of the events about a patient's allergies, conditions and medications.
    public static func chart(of patient: ID<Patient>) -> Tag { Tag(.chart, patient) }
    public static func allergy(_ id: ID<Allergy>) -> Tag { Tag(.allergy, id) }
    public static func condition(_ id: ID<Condition>) -> Tag { Tag(.condition, id) }
    public static func medication(_ id: ID<Medication>) -> Tag { Tag(.medication, id) }
    /// The tag of the events about a patient's vital signs. Decisions read only the last event with this tag.
    static func vitals(of patient: ID<Patient>) -> Tag { Tag(.vitals, patient) }
    static func vitalsReading(_ id: ID<VitalsReading>) -> Tag { Tag(.vitalsReading, id) }
    /// The tag of the events that draft and sign a patient's clinical notes.
    static func notes(of patient: ID<Patient>) -> Tag { Tag(.notes, patient) }
    static func note(_ id: ID<ClinicalNote>) -> Tag { Tag(.note, id) }
    static func noteTemplate(_ id: ID<NoteTemplate>) -> Tag { Tag(.noteTemplate, id) }
    public static func prescription(_ id: ID<Prescription>) -> Tag { Tag(.prescription, id) }
    /// The tag of a patient's prescriptions that were issued in the year of a date. Each year has its own tag, so a new
    /// prescription is compared with a limited number of others.
    public static func prescriptions(of patient: ID<Patient>, _ date: CivilDate) -> Tag {
        Tag(.patientPrescriptions, patient, on: date.firstOfYear)
    }
    /// The tag of a patient's prescriptions of all years.
    static func prescriptions(of patient: ID<Patient>) -> Tag { Tag(.patientPrescriptions, allDaysOf: patient) }
    /// The tag of the templates of the medical history form. Decisions read only the last event with this tag.
    static let historyTemplate = Tag(.historyTemplate)
    public static func historyForm(_ id: ID<HistoryForm>) -> Tag { Tag(.historyForm, id) }
    /// The tag of a patient's medical history forms that were filled in in the year of a date.
    public static func historyForms(of patient: ID<Patient>, _ date: CivilDate) -> Tag {
        Tag(.patientHistoryForms, patient, on: date.firstOfYear)
    }
    /// The tag of a patient's medical history forms of all years.
    static func historyForms(of patient: ID<Patient>) -> Tag { Tag(.patientHistoryForms, allDaysOf: patient) }
    public static func consentTemplate(_ id: ID<ConsentTemplate>) -> Tag { Tag(.consentTemplate, id) }
    public static func consent(_ id: ID<Consent>) -> Tag { Tag(.consent, id) }
    /// The tag of a patient's consents that were presented in the year of a date.
    public static func consents(of patient: ID<Patient>, _ date: CivilDate) -> Tag {
        Tag(.patientConsents, patient, on: date.firstOfYear)
    }
    /// The tag of a patient's consents of all years.
    static func consents(of patient: ID<Patient>) -> Tag { Tag(.patientConsents, allDaysOf: patient) }
    public static func insuranceClaim(_ id: ID<InsuranceClaim>) -> Tag { Tag(.insuranceClaim, id) }
    /// The tags of the clinic's receipts, refunds and credit notes of a year. The last one of each kind has the highest
    /// number.
    static func receiptNumbers(_ date: CivilDate) -> Tag { Tag(.receiptNumbers, on: date.firstOfYear) }
    static func refundNumbers(_ date: CivilDate) -> Tag { Tag(.refundNumbers, on: date.firstOfYear) }
    static func creditNoteNumbers(_ date: CivilDate) -> Tag { Tag(.creditNoteNumbers, on: date.firstOfYear) }
    /// The tag of the money that went through a cash drawer on a day of the clinic's calendar.
    static func drawerDay(_ drawer: CashDrawer, _ date: CivilDate) -> Tag {
        Tag(.drawerDay, ID<CashDrawer>(UUIDBytes(high: 0, low: UInt64(drawer.number))), on: date)
    }
}

extension Tag {
    /// The name of the JSON member in which answers give the id of the tag's entity, such as `patient_id`; `nil` if the
    /// tag is not about an entity.
    var entityName: StaticString? {
        switch TagKind(Int8(truncatingIfNeeded: aspect >> 24)) {
        case .patient, .patientYear, .patientAccount, .patientFiles, .patientPlans, .dentalChart, .patientPerio,
            .recalls, .checkIns, .chart, .vitals, .notes, .patientPrescriptions,
            .patientHistoryForms, .patientConsents, .messageThreads,
            .messageDay:
            "patient_id"
        case .guardian: "guardian_id"
        case .staff: "staff_id"
        case .doctorDay: "doctor_id"
        case .service: "service_id"
        case .chair, .chairDay: "chair_id"
        case .appointment, .visitReminders, .recallNotices: "appointment_id"
        case .invoice: "invoice_id"
        case .payment: "payment_id"
        case .creditNote: "credit_note_id"
        case .familyAccount: "guarantor_id"
        case .familyPayment: "family_payment_id"
        case .block: "block_id"
        case .waitlistEntry: "waitlist_entry_id"
        case .series: "series_id"
        case .insurancePayer: "payer_id"
        case .coverage: "coverage_id"
        case .insuranceClaim: "claim_id"
        case .checkIn: "check_in_id"
        case .missedCheckIn: "missed_check_in_id"
        case .file: "file_id"
        case .treatmentPlan: "treatment_plan_id"
        case .perioExamination: "examination_id"
        case .allergy: "allergy_id"
        case .condition: "condition_id"
        case .medication: "medication_id"
        case .vitalsReading: "vitals_id"
        case .note: "note_id"
        case .noteTemplate: "note_template_id"
        case .prescription: "prescription_id"
        case .historyForm: "form_id"
        case .consentTemplate: "template_id"
        case .consent: "consent_id"
        case .messageThread, .readByPatient, .readByClinic: "thread_id"
        case .message: "message_id"
        default: nil
        }
    }
}

extension TagKind {
    package static let settings = TagKind(1)
    package static let patient = TagKind(2)
    fileprivate static let patientIdentity = TagKind(3)
    fileprivate static let patientYear = TagKind(4)
    fileprivate static let patientAccount = TagKind(5)
    package static let staff = TagKind(6)
    package static let service = TagKind(7)
    package static let chair = TagKind(8)
    fileprivate static let doctorDay = TagKind(9)
    fileprivate static let chairDay = TagKind(10)
    fileprivate static let appointment = TagKind(11)
    fileprivate static let invoice = TagKind(12)
    fileprivate static let payment = TagKind(13)
    fileprivate static let invoiceNumbers = TagKind(14)
    fileprivate static let guardian = TagKind(15)
    fileprivate static let receiptNumbers = TagKind(40)
    fileprivate static let refundNumbers = TagKind(41)
    fileprivate static let creditNoteNumbers = TagKind(42)
    fileprivate static let drawerDay = TagKind(43)
    fileprivate static let creditNote = TagKind(44)
    fileprivate static let familyAccount = TagKind(45)
    fileprivate static let familyPayment = TagKind(46)
    fileprivate static let block = TagKind(50)
    fileprivate static let waitlistEntry = TagKind(51)
    fileprivate static let waitlistMonth = TagKind(52)
    fileprivate static let recalls = TagKind(53)
    fileprivate static let recallNotices = TagKind(55)
    fileprivate static let series = TagKind(54)
    fileprivate static let insurancePayer = TagKind(70)
    fileprivate static let coverage = TagKind(71)
    fileprivate static let insuranceClaim = TagKind(72)
    fileprivate static let checkIns = TagKind(90)
    fileprivate static let checkIn = TagKind(91)
    fileprivate static let missedCheckIn = TagKind(92)
    fileprivate static let messageThread = TagKind(60)
    fileprivate static let messageThreads = TagKind(61)
    fileprivate static let messageDay = TagKind(62)
    fileprivate static let message = TagKind(63)
    fileprivate static let readMark = TagKind(64)
    fileprivate static let readByPatient = TagKind(65)
    fileprivate static let readByClinic = TagKind(66)
    fileprivate static let visitReminders = TagKind(110)
    fileprivate static let notificationSettings = TagKind(111)
    fileprivate static let file = TagKind(80)
    fileprivate static let patientFiles = TagKind(81)
    fileprivate static let treatmentPlan = TagKind(115)
    fileprivate static let patientPlans = TagKind(116)
    fileprivate static let dentalChart = TagKind(117)
    fileprivate static let perioExamination = TagKind(118)
    fileprivate static let patientPerio = TagKind(119)
    fileprivate static let chart = TagKind(100)
    fileprivate static let allergy = TagKind(101)
    fileprivate static let condition = TagKind(102)
    fileprivate static let medication = TagKind(103)
    fileprivate static let vitals = TagKind(104)
    fileprivate static let vitalsReading = TagKind(105)
    fileprivate static let notes = TagKind(106)
    fileprivate static let note = TagKind(107)
    fileprivate static let noteTemplate = TagKind(108)
    fileprivate static let prescription = TagKind(20)
    fileprivate static let patientPrescriptions = TagKind(21)
    fileprivate static let historyTemplate = TagKind(22)
    fileprivate static let historyForm = TagKind(23)
    fileprivate static let patientHistoryForms = TagKind(24)
    fileprivate static let consentTemplate = TagKind(25)
    fileprivate static let consent = TagKind(26)
    fileprivate static let patientConsents = TagKind(27)
}
