import Endpoints
import EventSourcing
import Identifiers
import JSON

/// A search for the free starts of a service over some days. It reads the same states as a booking.
package struct SlotSearch: Sendable {
    /// The maximum number of days in a search for free slots. Longer searches are refused.
    package static let maximumDays = 31

    package enum Rejection: ClinicRejection, Hashable {
        /// The service or the doctor does not exist.
        case unknown
        case serviceNotOffered
        case placement(PlacementRejection)

        package var problem: Problem {
            switch self {
            case .unknown: .notFound
            case .serviceNotOffered: Problem(.serviceNotOffered)
            case .placement(let rejection): rejection.problem
            }
        }
    }

    let service: ID<Service>
    /// The chosen doctor; `nil` for every doctor who offers the service.
    let doctor: ID<StaffMember>?
    let days: ClosedRange<Int>
    let seeker: TimeSeeker

    package init(
        service: ID<Service>, doctor: ID<StaffMember>? = nil, from: CivilDate, to: CivilDate, by side: BookingSide,
        patient: ID<Patient>? = nil
    ) {
        self.service = service
        self.doctor = doctor
        let first = from.daysSince1970
        days = first...min(max(first, to.daysSince1970), first + SlotSearch.maximumDays - 1)
        seeker = TimeSeeker(side: side, visitor: Visitor(patient: patient))
    }

    /// The answer to a slot search, sorted by time:
    /// `{"items":[{"start":…,"end":…,"doctor_id":…,"doctor_name":…}],"next_cursor":null,"has_more":false}`.
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
            day.forEach { atom, doctor in
                guard let slot = day.free.slot(at: atom) else { return }
                offers.append(Offer(slot: slot, doctor: doctor.id, doctorName: doctor.details.name))
            }
        }
        return offers
    }

    private func forEachDay(
        _ model: inout DecisionModel<ClinicEvent>, at now: Instant, _ body: (SlotDay) -> Void
    ) throws(Rejection) {
        let settings = model[.settings]
        guard let service = settings.services[service] else { throw .unknown }
        guard service.isActive else { throw .serviceNotOffered }
        var doctors = settings.doctors(offering: service)
        if let doctor {
            guard settings.staff[doctor] != nil else { throw .unknown }
            guard settings.doctor(doctor) != nil else { throw .placement(.unknownDoctor) }
            doctors.removeAll { $0.id != doctor }
            guard !doctors.isEmpty else { throw .placement(.notOfferedByDoctor) }
        }
        for day in days {
            let date = CivilDate(daysSince1970: day)
            let free = FreeTime(date, minutes: service.details.durationMinutes, for: seeker, settings, at: now)
            body(SlotDay(free, doctors, &model))
        }
    }
}

extension AvailabilityAPI {
    static let listSlots = Endpoint<ClinicAction>(
        .get, "/api/v1/slots", id: "listSlots", summary: "List free times for a service",
        details: """
            Computed from the same model that booking decides on, for at most \(SlotSearch.maximumDays) days at once. Times \
            when the patient has an appointment are left out: for patients their own or those of a dependant, for the staff those \
            of `patient_id`.
            """,
        tag: tag, for: Anyone.self, takes: .query("service_id", .serviceID),
        .optionalQuery(
            "doctor_id", Codec<ID<StaffMember>>.id().described("Only times with this doctor; absent: with any.")),
        .query("from", .date.described("The first day (inclusive), by the clinic's calendar.")),
        .query("to", .date.described("The last day (inclusive), by the clinic's calendar.")),
        .optionalQuery(
            "patient_id",
            Codec<ID<Patient>>.id().described(
                "Leave out times when this patient has an appointment: for the staff any, for patients a dependant.")),
        answers: [.page(of: Offer.codec, "The free times, as one page")],
        problems: [.notFound, .serviceNotOffered, .doctorNotAvailable, .doctorDoesNotOffer]
    ) { caller, service, doctor, from, to, patient throws(Problem) in
        guard from <= to else { throw .malformed(query: "to", code: "bad_range", detail: "must not come before from") }
        guard to <= from.adding(days: SlotSearch.maximumDays - 1) else {
            throw .malformed(
                query: "to", code: "bad_range", detail: "at most \(SlotSearch.maximumDays) days at once")
        }
        let booker = Booker(caller.principal)
        let visitor = booker.side == .patient || patient != nil ? try booker.patient(named: patient) : nil
        let search = SlotSearch(
            service: service, doctor: doctor, from: from, to: to, by: booker.side, patient: visitor)
        return .computed { model, now throws(Problem) in
            try booker.checks(visitor, &model)
            do throws(SlotSearch.Rejection) { return try search.answer(&model, at: now) } catch { throw error.problem }
        }
    }
}
