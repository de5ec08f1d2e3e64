import Endpoints
import EventSourcing
import Identifiers
import JSON

/// A search for the next free time of each doctor who offers a service.
package struct NextSlots: Sendable {
    let demand: SlotDemand
    /// The first day of the search. The search begins today if it is `nil` or in the past.
    let from: CivilDate?

    package init(_ demand: SlotDemand, from: CivilDate? = nil) {
        self.demand = demand
        self.from = from
    }

    /// The computation of a list of offers, `{"items":[{"start":…,"end":…,"doctor_id":…,"doctor_name":…}],…}`. It ends
    /// as soon as a free time of each doctor has been found.
    package var computation: Computation { part(after: [], from: nil) }

    private func part(after found: [Offer], from next: Int?) -> Computation {
        Computation { (model, now) throws(Problem) in
            do throws(SlotDemand.Rejection) {
                var source = try demand.source(&model, at: now)
                let today = source.settings.zone.date(of: now)
                let first = (from.map { max($0, today) } ?? today).daysSince1970
                let days = first...first + SlotCalendar.maximumDays - 1
                let part = source.part(from: next ?? first, in: days)
                var found = found
                source.doctors.removeAll { doctor in found.contains { $0.doctor == doctor.id } }
                for day in part where !source.doctors.isEmpty {
                    let offers = source.day(CivilDate(daysSince1970: day), &model).firstOffers
                    source.doctors.removeAll { doctor in offers.contains { $0.doctor == doctor.id } }
                    found += offers
                }
                if source.doctors.isEmpty || part.upperBound == days.upperBound {
                    return .answer(Page.whole(found, Offer.codec))
                }
                return .more(self.part(after: found, from: part.upperBound + 1))
            } catch { throw error.problem }
        }
    }
}

extension SlotDay {
    /// The day's first free time of each doctor who has one, sorted by time.
    fileprivate var firstOffers: [Offer] {
        var offers: [Offer] = []
        forEach { start in
            guard let offer = offer(start), !offers.contains(where: { $0.doctor == offer.doctor }) else { return }
            offers.append(offer)
        }
        return offers
    }
}

extension AvailabilityAPI {
    static let listNextSlots = Endpoint<ClinicAction>(
        .get, "/api/v1/slots/next", id: "listNextSlots", summary: "Show each doctor's next free time",
        details: """
            The first free time of each doctor who offers the service, earliest first. \(SlotCalendar.maximumDays) days are \
            searched; a doctor who is not free on any of them is left out.
            """,
        tag: tag, for: Anyone.self, takes: .query("service_id", .serviceID),
        .optionalQuery("doctor_id", Codec<ID<StaffMember>>.id().described("Only this doctor; absent: every doctor.")),
        .hygienist,
        .optionalQuery(
            "from",
            Codec<CivilDate>.date.described("The first day of the search, by the clinic's calendar; absent: today.")),
        .optionalQuery(
            "patient_id",
            Codec<ID<Patient>>.id().described(
                "Leave out times when this patient has an appointment: for the staff any, for patients a dependant.")),
        answers: [.page(of: Offer.codec, "The times, as one page")],
        problems: [
            .notFound, .serviceNotOffered, .serviceNotForPatient, .doctorNotAvailable, .doctorDoesNotOffer,
            .hygienistNotAvailable,
        ]
    ) { caller, service, doctor, hygienist, from, patient throws(Problem) in
        let booker = Booker(caller.principal)
        let demand = try booker.demand(service, doctor, hygienist, patient)
        return .computed(NextSlots(demand, from: from).computation.checked(by: booker, for: demand))
    }
}
