import Endpoints
import EventSourcing
public import Identifiers
import JSON

/// Another visit that is under way in the chair, or with the doctor, of a visit that is to begin.
public struct VisitUnderWay: Hashable, Sendable {
    public let use: Use
    public let appointment: ID<Appointment>

    public init(use: Use, appointment: ID<Appointment>) {
        self.use = use
        self.appointment = appointment
    }

    public enum Use: String, Hashable, Sendable, CaseIterable { case chair, doctor }

    var problem: Problem {
        Problem(.visitUnderWay).with("in_use", use, .stringEnum).with("appointment_id", appointment, .appointmentID)
    }
}

extension Visit {
    /// The visit in the chair, or for a start with the doctor, that is not over yet.
    ///
    /// Steps are not read with a doctor's or a chair's day, so the day's other appointments are read one by one.
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
            for entry in model[.doctorDay(place.doctor, date)].taken where canHaveBegun(entry, now) {
                guard case .made(let other) = model[.appointment(entry.appointment)] else { continue }
                if other.status == .inTreatment {
                    found = found ?? VisitUnderWay(use: .doctor, appointment: entry.appointment)
                }
            }
        }
        return found
    }

    /// Whether an entry is another appointment that can have begun.
    private func canHaveBegun(_ entry: TakenTime, _ now: Instant) -> Bool {
        entry.appointment != appointment && entry.slot.start < max(now, place.slot.end)
    }
}

extension Problem.Kind {
    static let visitUnderWay = Problem.Kind(
        "visit-under-way", 409, "Another visit is under way there",
        means: """
            Another patient sits in the chair, or the doctor treats another patient: `appointment_id`. Perhaps that visit is \
            over and nobody has said so.
            """,
        remedy:
            "Finish the other visit. If both are right, send the request again with `allow_second_visit` set to `true`.",
        members: [
            .member(
                "in_use", Codec<VisitUnderWay.Use>.stringEnum.described("Whether chair or doctor are in use."),
                example: .chair),
            .member("appointment_id", .appointmentID.described("The visit that is under way."), example: .example),
        ])
}
