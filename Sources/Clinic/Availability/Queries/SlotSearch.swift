import Endpoints
import EventSourcing
import Identifiers
import JSON

/// A search for the slots in which a service can be booked on some days. It reads the same states as a booking.
package struct SlotSearch: Sendable {
    /// The maximum number of days in a search for free slots. The endpoint refuses longer searches.
    package static let maximumDays = 31

    package typealias Rejection = SlotDemand.Rejection

    let demand: SlotDemand
    let days: ClosedRange<Int>

    package init(
        service: ID<Service>, doctor: ID<StaffMember>? = nil, hygienist: ID<StaffMember>? = nil, from: CivilDate,
        to: CivilDate, by side: BookingSide, patient: ID<Patient>? = nil
    ) {
        demand = SlotDemand(
            service: service, doctor: doctor, hygienist: hygienist, by: side, patient: patient)
        let first = from.daysSince1970
        days = first...min(max(first, to.daysSince1970), first + SlotSearch.maximumDays - 1)
    }

    /// A search for the times to which a patient can move an appointment.
    init(moving course: Appointment.Course, from: CivilDate, to: CivilDate) {
        demand = SlotDemand(moving: course)
        let first = from.daysSince1970
        days = first...min(max(first, to.daysSince1970), first + SlotSearch.maximumDays - 1)
    }

    /// The answer to a slot search, sorted by time:
    /// `{"items":[{"start":…,"end":…,"doctor_id":…,"doctor_name":…}],"next_cursor":null,"has_more":false}`. Slots of a
    /// service with a capacity also have `places_left`.
    package func answer(
        _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) throws(Rejection) -> [UInt8] {
        var list = SlotList()
        try forEachDay(&model, at: now) { day in list.append(day) }
        return list.end()
    }

    package func offers(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection)
        -> [Offer]
    {
        var offers: [Offer] = []
        try forEachDay(&model, at: now) { day in
            day.forEach { start in if let offer = day.offer(start) { offers.append(offer) } }
        }
        return offers
    }

    private func forEachDay(
        _ model: inout DecisionModel<ClinicEvent>, at now: Instant, _ body: (SlotDay) -> Void
    ) throws(Rejection) {
        let source = try demand.source(&model, at: now)
        for day in days { body(source.day(CivilDate(daysSince1970: day), &model)) }
    }
}

extension AvailabilityAPI {
    static let listSlots = Endpoint<ClinicAction>(
        .get, "/api/v1/slots", id: "listSlots", summary: "List free times for a service",
        details: """
            Computed from the same model that booking decides on, for at most \(SlotSearch.maximumDays) days at once. Times \
            when the patient has an appointment are left out: for patients their own or those of a dependant, for the staff those \
            of `patient_id`. If the service has a `capacity`, times at which a group has begun to fill are listed while they \
            have places left.
            """,
        tag: tag, for: Anyone.self, takes: .query("service_id", .serviceID),
        .optionalQuery(
            "doctor_id", Codec<ID<StaffMember>>.id().described("Only times with this doctor; absent: with any.")),
        .hygienist,
        .query("from", .date.described("The first day (inclusive), by the clinic's calendar.")),
        .query("to", .date.described("The last day (inclusive), by the clinic's calendar.")),
        .optionalQuery(
            "patient_id",
            Codec<ID<Patient>>.id().described(
                "Leave out times when this patient has an appointment: for the staff any, for patients a dependant.")),
        answers: [.page(of: Offer.codec, "The free times, as one page")],
        problems: [
            .notFound, .serviceNotOffered, .serviceNotForPatient, .doctorNotAvailable, .doctorDoesNotOffer,
            .hygienistNotAvailable,
        ]
    ) { caller, service, doctor, hygienist, from, to, patient throws(Problem) in
        _ = try ClosedRange<CivilDate>.asked(from: from, to: to, atMost: SlotSearch.maximumDays)
        let booker = Booker(caller.principal)
        let visitor = booker.side == .patient || patient != nil ? try booker.patient(named: patient) : nil
        let search = SlotSearch(
            service: service, doctor: doctor, hygienist: hygienist, from: from, to: to, by: booker.side,
            patient: visitor)
        return .computedAtOnce { model, now throws(Problem) in
            try booker.checks(visitor, &model)
            do throws(SlotSearch.Rejection) { return try search.answer(&model, at: now) } catch { throw error.problem }
        }
    }
}
