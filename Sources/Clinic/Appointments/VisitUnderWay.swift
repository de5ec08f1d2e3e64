import Endpoints
import EventSourcing
public import Identifiers
import JSON

/// An earlier appointment that still uses the chair, the doctor or the hygienist that a later visit needs to begin.
public struct VisitUnderWay: Hashable, Sendable {
    public let use: Use
    public let appointment: ID<Appointment>

    public init(use: Use, appointment: ID<Appointment>) {
        self.use = use
        self.appointment = appointment
    }

    public enum Use: String, Hashable, Sendable, CaseIterable { case chair, doctor, hygienist }

    var problem: Problem {
        Problem(.visitUnderWay).with("in_use", use, .stringEnum).with("appointment_id", appointment, .appointmentID)
    }
}

extension Visit {
    /// Another appointment that prevents a step of this visit. Its patient is seated or in treatment in this visit's
    /// chair. If `step` starts the treatment, the other appointment's patient may also be in treatment with the doctor
    /// or hygienist who begins this visit. The result is `nil` for steps other than seating and starting.
    ///
    /// The states of a doctor's day and a chair's day do not have the appointments' statuses, so each appointment of
    /// the day, except this visit's, is read by its id.
    func underWayBeside(
        _ step: AdvanceAppointment.Step, on today: CivilDate, _ model: inout DecisionModel<ClinicEvent>,
        at now: Instant
    ) -> VisitUnderWay? {
        guard step == .seat || step == .start else { return nil }
        var found: VisitUnderWay?
        for date in Set([place.date, today]).sorted() {
            for entry in model[.chairDay(place.chair, date)].taken where canHaveBegun(entry, now) {
                guard case .made(let other) = model[.appointment(entry.appointment)] else { continue }
                if other.status == .seated || other.status == .inTreatment {
                    found = found ?? VisitUnderWay(use: .chair, appointment: entry.appointment)
                }
            }
            guard step == .start else { continue }
            let provider = place.segments?.parts.first?.provider ?? .doctor
            guard let member = place.staff(as: provider) else { continue }
            for entry in model[.doctorDay(member, date)].taken where canHaveBegun(entry, now) {
                guard case .made(let other) = model[.appointment(entry.appointment)] else { continue }
                if other.status == .inTreatment, other.visit.place.keepsBusy(in: entry.slot, at: now) {
                    found =
                        found
                        ?? VisitUnderWay(
                            use: provider == .doctor ? .doctor : .hygienist, appointment: entry.appointment)
                }
            }
        }
        return found
    }

    /// Whether the appointment of an entry in a doctor's or a chair's agenda may be under way beside this visit. It is
    /// another appointment, it begins before now or before the end of this visit, and it does not belong to the same
    /// group visit.
    private func canHaveBegun(_ entry: TakenTime, _ now: Instant) -> Bool {
        entry.appointment != appointment && entry.slot.start < max(now, place.slot.end)
            && (entry.group == nil || entry.group != group)
    }
}

extension Place {
    /// Whether a visit that is in treatment keeps a member of its staff busy now. In a visit with segments, the doctor
    /// and the hygienist are busy only in their own segments. `time` is one of the times in which the member treats. If
    /// the visit lasts longer than planned, the member who treats last stays busy.
    fileprivate func keepsBusy(in time: Slot, at now: Instant) -> Bool {
        segments == nil || time.start <= now && (now < time.end || time.end == slot.end)
    }
}

extension Problem.Kind {
    static let visitUnderWay = Problem.Kind(
        "visit-under-way", 409, "Another visit is under way there",
        means: """
            Another patient sits in the chair, or the doctor or the hygienist treats another patient: `appointment_id`. Perhaps that visit is \
            over and nobody has said so.
            """,
        remedy:
            "Finish the other visit. If both are right, send the request again with `allow_second_visit` set to `true`.",
        members: [
            .member(
                "in_use",
                Codec<VisitUnderWay.Use>.stringEnum.described(
                    "Whether the chair, the doctor or the hygienist is in use."),
                example: .chair),
            .member("appointment_id", .appointmentID.described("The visit that is under way."), example: .example),
        ])
}
