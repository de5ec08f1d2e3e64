import Endpoints
public import EventSourcing
public import Identifiers
import JSON
public import SQL

/// A day's appointments as they were at an earlier time, in the form of the present list.
///
/// The server reads events in three steps: under `dayTags`, then under the tags of the appointments found there, and
/// for the queue also under the tags of the accounts of the appointments' patients.
public struct PastDay: Sendable {
    /// The kinds of lists in whose form the appointments of a past day are sent.
    public enum List: Sendable {
        /// The answer about a past day has the form of a doctor's schedule.
        case schedule
        /// The answer about a past day has the form of the reception's queue.
        case queue(Currency, WaitLimits)
    }

    let date: CivilDate
    let doctor: ID<StaffMember>?
    let chair: ID<Chair>?
    let chairs: [ID<Chair>]
    /// The kind of list in whose form the past day's appointments are sent.
    public let list: List

    /// Tags under which every booking of the day, and every move to or from the day, is found.
    public var dayTags: [Tag] { chairs.map { .chairDay($0, date) } }

    /// The tags of the appointments that some events are about.
    public func appointmentTags(_ events: [Recorded<ClinicEvent>]) -> [Tag] {
        var tags: [Tag] = []
        for recorded in events {
            guard case .appointment(let event) = recorded.event else { continue }
            let tag = Tag.appointment(event.visit.appointment)
            if !tags.contains(tag) { tags.append(tag) }
        }
        return tags
    }

    /// The past day's appointments as the given events leave them, sorted by time. Appointments that were cancelled or
    /// entered in error are left out.
    public func appointments(_ events: [Recorded<ClinicEvent>]) -> [AppointmentDocument] {
        var documents: [ID<Appointment>: AppointmentDocument] = [:]
        for recorded in events {
            guard case .appointment(let event) = recorded.event else { continue }
            let id = event.visit.appointment
            documents[id] = Appointments.fold(documents[id], recorded, key: DocumentKey(id))
        }
        return documents.values.filter { isListed($0) }.sorted {
            ($0.visit.place.slot.start, $0.visit.appointment) < ($1.visit.place.slot.start, $1.visit.appointment)
        }
    }

    private func isListed(_ document: AppointmentDocument) -> Bool {
        guard document.status != .cancelled, document.status != .enteredInError else { return false }
        let place = document.visit.place
        if let doctor, !place.staff.contains(doctor) { return false }
        if let chair, place.chair != chair { return false }
        return place.date == date
    }

    /// The tags of the patients' accounts if the past day is shown as the queue; otherwise none.
    public func accountTags(of appointments: [AppointmentDocument]) -> [Tag] {
        guard case .queue = list else { return [] }
        return Set(appointments.map(\.visit.patient)).sorted().map { .patientAccount($0) }
    }

    /// A patient's present card and present alerts, as JSON. An alert of an earlier time could miss a danger that is
    /// known now.
    public struct ShownPatient: Sendable {
        let card: [UInt8]
        /// The patient's alerts; `nil` if the record is restricted.
        let alerts: [UInt8]?
        /// Whether the patient's record is restricted, so that the texts of the appointments are left out.
        let isClosed: Bool

        public init(card: [UInt8], alerts: [UInt8]?, isClosed: Bool) {
            self.card = card
            self.alerts = alerts
            self.isClosed = isClosed
        }
    }

    /// A statement that returns the ids, cards and alerts of patients.
    public static func shown(_ patients: [ID<Patient>], in clinic: UUIDBytes) -> Statement {
        """
        SELECT p.patient_id, p.card, \(PatientAlert.list), \(AppointmentQueries.isClosed) FROM patient AS p
        WHERE p.clinic_id = \(clinic) AND p.patient_id = ANY (\(patients)::uuid[])
        """
    }

    /// The JSON of the answer with a past day's appointments, as one page.
    public func answer(
        _ appointments: [AppointmentDocument], accounts: [Recorded<ClinicEvent>],
        patients: [ID<Patient>: ShownPatient]
    ) -> [UInt8] {
        var debts: [ID<Patient>: PatientAccount] = [:]
        for recorded in accounts {
            let patient: ID<Patient>? =
                switch recorded.event {
                case .billing(let event): event.accountChange.patient
                case .insurance(let event): event.patient
                default: nil
                }
            if let patient { debts[patient, default: .initial].evolve(recorded) }
        }
        return Page.bytes(appointments) { writer, appointment in
            let shown = patients[appointment.visit.patient]
            let document = shown.map { $0.isClosed } ?? true ? appointment.closed : appointment
            let card = shown.flatMap { try? PatientCard.codec.decode(parsing: $0.card, unknownMembers: .ignored) }
            let alerts = shown.flatMap(\.alerts).flatMap {
                try? Codec<[PatientAlert]>.array(PatientAlert.codec).decode(parsing: $0, unknownMembers: .ignored)
            }
            switch list {
            case .schedule:
                AgendaEntry.codec.encode(
                    AgendaEntry(appointment: document, patient: card, alerts: alerts), to: &writer)
            case .queue(let currency, let limits):
                let account = debts[document.visit.patient] ?? .initial
                QueueEntry.codec.encode(
                    QueueEntry(document, card, alerts, account, currency: currency, limits: limits), to: &writer)
            }
        }
    }
}

extension QueueEntry {
    /// Makes an entry of the reception's queue as of an earlier time. The patient's account tells what is still owed,
    /// and whether the appointment was invoiced.
    init(
        _ document: AppointmentDocument, _ card: PatientCard?, _ alerts: [PatientAlert]?, _ account: PatientAccount,
        currency: Currency, limits: WaitLimits
    ) {
        let appointment = document.visit.appointment
        let hasEnded = document.status == .readyForCheckout || document.status == .completed
        let isInvoiced = account.charges.contains { $0.appointment == appointment && $0.counts }
        self.init(
            appointment: document, patient: card, balanceDue: Money(account.open, currency),
            withPayers: Money(account.withPayers, currency),
            notInvoiced: hasEnded && !isInvoiced, wait: Wait(document, limits), alerts: alerts, isFormDue: nil)
    }
}

extension QueueEntry.Wait {
    /// The time since which a patient waits in the appointment's status, and the time at which reception is warned. The
    /// result is `nil` for a status without waiting, or if the beginning of the wait is not recorded.
    fileprivate init?(_ document: AppointmentDocument, _ limits: WaitLimits) {
        let wait: (since: Instant?, minutes: Int)? =
            switch document.status {
            case .arrived: (document.times.arrived, limits.arrived)
            case .seated: (document.times.seated, limits.seated)
            case .readyForCheckout: (document.times.finished, limits.readyForCheckout)
            case .requested, .booked, .confirmed, .inTreatment, .completed, .cancelled, .noShow, .enteredInError: nil
            }
        guard let wait, let since = wait.since else { return nil }
        self.init(since: since, warnAt: since.adding(minutes: Int64(wait.minutes)))
    }
}
