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

    /// The tag of a patient's plans of check-ins. Each event with this tag contains the whole plan, so decisions read
    /// only the last one.
    static func checkIns(of patient: ID<Patient>) -> Tag { Tag(.checkIns, patient) }
    static func checkIn(_ id: ID<CheckIn>) -> Tag { Tag(.checkIn, id) }
    static func missedCheckIn(_ id: ID<MissedCheckIn>) -> Tag { Tag(.missedCheckIn, id) }

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
    /// The name that answers use for the id of the tag's entity; `nil` if the tag is not about an entity.
    var entityName: StaticString? {
        switch TagKind(Int8(truncatingIfNeeded: aspect >> 24)) {
        case .patient, .patientYear, .patientAccount, .patientFiles, .recalls, .checkIns: "patient_id"
        case .guardian: "guardian_id"
        case .staff: "staff_id"
        case .doctorDay: "doctor_id"
        case .service: "service_id"
        case .chair, .chairDay: "chair_id"
        case .appointment: "appointment_id"
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
    fileprivate static let series = TagKind(54)
    fileprivate static let insurancePayer = TagKind(70)
    fileprivate static let coverage = TagKind(71)
    fileprivate static let insuranceClaim = TagKind(72)
    fileprivate static let checkIns = TagKind(90)
    fileprivate static let checkIn = TagKind(91)
    fileprivate static let missedCheckIn = TagKind(92)
    fileprivate static let file = TagKind(80)
    fileprivate static let patientFiles = TagKind(81)
}
