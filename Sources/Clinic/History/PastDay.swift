public import EventSourcing
public import Identifiers
import JSON

/// A day's appointments as they were at an earlier time, in the form of the present list.
///
/// The server reads events in three steps: under `dayTags`, then under the tags of the appointments found there, and for
/// the queue also under the tags of the accounts of the appointments' patients.
public struct PastDay: Sendable {
    /// The form in which a past day's appointments are shown.
    public enum List: Sendable {
        /// The day is shown as a doctor's schedule.
        case schedule
        /// The day is shown as the reception's queue.
        case queue(Currency, WaitLimits)
    }

    let date: CivilDate
    let doctor: ID<StaffMember>?
    let chair: ID<Chair>?
    let chairs: [ID<Chair>]
    /// The form in which the appointments of the past day are shown.
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

    /// The day's appointments as the given events leave them, sorted by time. Appointments that were cancelled or
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

    /// The tags of the patients' accounts if the list is the queue; otherwise none.
    public func accountTags(of appointments: [AppointmentDocument]) -> [Tag] {
        guard case .queue = list else { return [] }
        return Set(appointments.map(\.visit.patient)).sorted().map { .patientAccount($0) }
    }

    /// The JSON of the answer with a past day's appointments, as one page.
    ///
    /// - Parameter cards: the patients' present cards, as JSON.
    public func answer(
        _ appointments: [AppointmentDocument], accounts: [Recorded<ClinicEvent>], cards: [ID<Patient>: [UInt8]]
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
        var writer = JSONWriter()
        writer.object { writer in
            writer.name("items")
            writer.array(appointments) { writer, document in
                let card = cards[document.visit.patient].flatMap {
                    try? PatientCard.codec.decode(parsing: $0, unknownMembers: .ignored)
                }
                switch list {
                case .schedule:
                    ScheduledAppointment.codec.encode(
                        ScheduledAppointment(appointment: document, patient: card), to: &writer)
                case .queue(let currency, let limits):
                    let account = debts[document.visit.patient] ?? .initial
                    QueueEntry.codec.encode(
                        QueueEntry(document, card, account, currency: currency, limits: limits), to: &writer)
                }
            }
            writer.name("next_cursor")
            writer.writeNull()
            writer.name("has_more")
            writer.write(false)
        }
        return writer.bytes
    }
}

extension QueueEntry {
    /// Makes an entry of the reception's queue as of an earlier time, with the debt and the invoicing that the
    /// patient's account shows.
    init(
        _ document: AppointmentDocument, _ card: PatientCard?, _ account: PatientAccount, currency: Currency,
        limits: WaitLimits
    ) {
        let appointment = document.visit.appointment
        let hasEnded = document.status == .readyForCheckout || document.status == .completed
        let isInvoiced = account.charges.contains { $0.appointment == appointment && $0.counts }
        self.init(
            appointment: document, patient: card, balanceDue: Money(account.open, currency),
            withPayers: Money(account.withPayers, currency),
            notInvoiced: hasEnded && !isInvoiced, wait: Wait(document, limits))
    }
}

extension QueueEntry.Wait {
    /// The wait of a patient in the appointment's status; `nil` for a status without waiting, or if its beginning is
    /// not recorded.
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
