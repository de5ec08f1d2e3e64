import EventSourcing
import Identifiers

/// The status of a treatment plan.
public enum TreatmentPlanStatus: String, CaseIterable, Hashable, Sendable {
    case proposed, accepted, declined, cancelled
    /// The treatment plan was replaced by a new version. The old version's scheduled, done and billed items keep their
    /// status.
    case revised
}

/// The status of an item of a treatment plan.
public enum TreatmentItemStatus: String, CaseIterable, Hashable, Sendable {
    case proposed, accepted, scheduled, done, billed
    /// The patient declined the treatment plan, or chose an alternative without the item.
    case declined
    /// The treatment plan was cancelled or revised before the item was scheduled.
    case cancelled
}

/// The work that was done for an item of a treatment plan.
struct TreatmentWork: Hashable, Sendable {
    let on: CivilDate
    /// The doctor who did the work; `nil` if it is not known.
    let doctor: ID<StaffMember>?
}

/// The appointment, the work and the invoice of a treatment plan's item. The item's status is computed from them.
struct TreatmentItemCourse: Hashable, Sendable {
    /// The appointment for which the treatment plan's item is scheduled, or in which it was done; `nil` for none.
    var appointment: ID<Appointment>?
    var work: TreatmentWork?
    var invoice: ID<Invoice>?

    /// The item's status in a treatment plan with the given status.
    func status(in plan: TreatmentPlanStatus, isChosen: Bool) -> TreatmentItemStatus {
        if invoice != nil { return .billed }
        if work != nil { return .done }
        if appointment != nil { return .scheduled }
        switch plan {
        case .proposed: return .proposed
        case .declined: return .declined
        case .accepted: return isChosen ? .accepted : .declined
        case .cancelled, .revised: return isChosen ? .cancelled : .declined
        }
    }

    /// Applies an event of an appointment, an invoice or the treatment plan to the item's appointment, work and
    /// invoice.
    mutating func evolve(_ event: ClinicEvent, _ item: PlannedItem) {
        switch event {
        case .appointment(let event): evolve(event.effect, item)
        case .billing(.invoiceIssued(let issued)) where issued.chargedItems.contains(item): invoice = issued.invoice
        case .billing(.invoiceVoided(let voided)) where invoice == voided.invoice: invoice = nil
        case .billing(.creditNoteIssued(let issued)) where invoice == issued.invoice && issued.takesBack(item):
            invoice = nil
        // An item of a treatment plan that was billed is marked as done again only if its invoice is void, or if credit
        // notes took back all of it.
        case .treatment(.itemDone(let done)) where done.item == item.item:
            work = TreatmentWork(on: done.doneOn, doctor: done.doctor)
            invoice = nil
        case .treatment(.itemNotDone(let undone)) where undone.item == item.item:
            (work, appointment, invoice) = (nil, nil, nil)
        default: break
        }
    }

    private mutating func evolve(_ effect: AppointmentEffect, _ item: PlannedItem) {
        let visit = effect.visit.appointment
        guard effect.visit.treatment.contains(item) else {
            // The appointment became one for another service. Work that is recorded keeps its appointment.
            if effect.purpose.formerItems.contains(item), appointment == visit, work == nil { appointment = nil }
            return
        }
        if case .changes(let former) = effect.purpose, !former.treatment.contains(item), appointment == nil,
            work == nil
        {
            appointment = visit
        }
        switch effect.time {
        // If the cancellation of an appointment is undone, its items of treatment plans are scheduled for it again. An
        // item that was scheduled for another appointment meanwhile stays with that appointment.
        case .takes, .takesAgain: if appointment == nil, work == nil { appointment = visit }
        case .frees: if appointment == visit, work == nil { appointment = nil }
        case .moves, .unchanged: break
        }
        guard appointment == visit else { return }
        switch effect.status {
        case .reaches(.completed):
            if work == nil { work = TreatmentWork(on: effect.visit.place.date, doctor: effect.visit.place.doctor) }
        case .reaches(.enteredInError): (work, appointment) = (nil, nil)
        case .returns(from: .completed, to: _): work = nil
        case .begins, .reaches, .returns, .unchanged: break
        }
    }
}
