public import EventSourcing
public import Identifiers

// Every tag that an event can carry. A decision that reads a subject under one of them fails if another event with that
// tag comes between, so a tag is as narrow as the rule that needs it.

extension Tag {
    /// Profile, hours, closures, rules, services, chairs and staff: one subject, as booking needs them all.
    public static let settings = Tag("settings")

    public static func patient(_ id: ID<Patient>) -> Tag { Tag("patient", id) }
    /// Patients that may be one person; see `PatientIdentity`.
    public static func patientIdentity(_ identity: PatientIdentity) -> Tag {
        Tag(stored: "patient-identity:\(identity)")
    }
    /// The patient's appointments to come: nobody sits in two chairs.
    public static func patientAgenda(_ id: ID<Patient>) -> Tag { Tag("patient-agenda", id) }
    /// What the patient owes and has paid.
    public static func patientAccount(_ id: ID<Patient>) -> Tag { Tag("patient-account", id) }

    public static func staff(_ id: ID<StaffMember>) -> Tag { Tag("staff", id) }
    public static func service(_ id: ID<Service>) -> Tag { Tag("service", id) }
    public static func chair(_ id: ID<Chair>) -> Tag { Tag("chair", id) }

    /// A doctor's appointments on a day of the clinic's calendar.
    public static func doctorDay(_ id: ID<StaffMember>, _ date: CivilDate) -> Tag { Tag("doctor-day", id, on: date) }
    /// A chair's appointments on a day of the clinic's calendar.
    public static func chairDay(_ id: ID<Chair>, _ date: CivilDate) -> Tag { Tag("chair-day", id, on: date) }

    public static func appointment(_ id: ID<Appointment>) -> Tag { Tag("appointment", id) }
    public static func invoice(_ id: ID<Invoice>) -> Tag { Tag("invoice", id) }
    public static func payment(_ id: ID<Payment>) -> Tag { Tag("payment", id) }
}
