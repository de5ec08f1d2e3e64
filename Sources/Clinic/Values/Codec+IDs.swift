import EventSourcing
public import Identifiers
public import JSON

// The JSON of ids in requests and answers, with their usual descriptions. If an id has a more specific meaning in one
// JSON member, that member has a description of its own.

extension Codec where Value == ID<Patient> {
    public static var patientID: Codec { .id().described("The patient's id.") }
}

extension Codec where Value == ID<StaffMember> {
    public static var staffID: Codec { .id().described("The id of the member of staff.") }
    public static var doctorID: Codec { .id().described("The doctor's id, which is that of a member of staff.") }
}

extension Codec where Value == ID<Service> {
    public static var serviceID: Codec { .id().described("The service's id.") }
}

extension Codec where Value == ID<Chair> {
    public static var chairID: Codec { .id().described("The chair's id.") }
}

extension Codec where Value == ID<Appointment> {
    public static var appointmentID: Codec { .id().described("The appointment's id.") }
}

extension Codec where Value == ID<Hold> {
    public static var holdID: Codec { .id().described("The hold's id.") }
}

extension Codec where Value == ID<Invoice> {
    public static var invoiceID: Codec { .id().described("The invoice's id.") }
    static var draftID: Codec { .id().described("The draft's id, which is the invoice's once it is issued.") }
}

extension Codec where Value == ID<Payment> {
    public static var paymentID: Codec { .id().described("The payment's id.") }
}

extension Codec where Value == ID<CreditNote> {
    public static var creditNoteID: Codec { .id().described("The credit note's id.") }
}

extension Codec where Value == ID<InsurancePayer> {
    static var payerID: Codec { .id().described("The payer's id.") }
}

extension Codec where Value == ID<Coverage> {
    static var coverageID: Codec { .id().described("The coverage's id.") }
}

extension Codec where Value == ID<InsuranceClaim> {
    static var claimID: Codec { .id().described("The claim's id.") }
}

extension Codec where Value == ID<TreatmentPlan> {
    public static var treatmentPlanID: Codec { .id().described("The treatment plan's id.") }
}

extension Codec where Value == ID<TreatmentItem> {
    static var treatmentItemID: Codec { .id().described("The id of the treatment plan's item.") }
}

extension Codec where Value == ID<Closure> {
    public static var closureID: Codec { .id().described("The closure's id.") }
}

extension Codec where Value == ID<TimeOff> {
    public static var timeOffID: Codec { .id().described("The id of the time off.") }
}
