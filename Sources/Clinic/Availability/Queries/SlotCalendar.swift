import Endpoints
import EventSourcing
import Identifiers
import JSON

/// A count of a service's free times on each day of a period, for a calendar on a phone.
package struct SlotCalendar: Sendable {
    /// The maximum number of days in a calendar, about a quarter of a year.
    package static let maximumDays = 92

    let demand: SlotDemand
    let days: ClosedRange<Int>

    package init(_ demand: SlotDemand, from: CivilDate, to: CivilDate) {
        self.demand = demand
        let first = from.daysSince1970
        days = first...min(max(first, to.daysSince1970), first + SlotCalendar.maximumDays - 1)
    }

    /// The computation of the calendar's JSON:
    /// `{"items":[{"date":…,"free":…,"first":…}],"next_cursor":null,"has_more":false}`.
    package var computation: Computation { part(after: [], from: days.lowerBound) }

    private func part(after counted: [FreeDay], from first: Int) -> Computation {
        Computation { (model, now) throws(Problem) in
            do throws(SlotDemand.Rejection) {
                let source = try demand.source(&model, at: now)
                let part = source.part(from: first, in: days)
                var counted = counted
                for day in part { counted.append(FreeDay(source.day(CivilDate(daysSince1970: day), &model))) }
                guard part.upperBound == days.upperBound else {
                    return .more(self.part(after: counted, from: part.upperBound + 1))
                }
                return .answer(Page.whole(counted, FreeDay.codec))
            } catch { throw error.problem }
        }
    }
}

/// A day of a calendar of free times: the number of its free start times, and the first of them.
struct FreeDay: Sendable {
    let date: CivilDate
    let free: Int
    let first: Instant?

    init(date: CivilDate, free: Int, first: Instant?) {
        self.date = date
        self.free = free
        self.first = first
    }

    init(_ day: SlotDay) {
        self.init(
            date: day.frame.date, free: day.atoms.count,
            first: day.atoms.first(from: 0).map { day.frame.instant($0) })
    }

    static let codec = object(
        FreeDay.init(date:free:first:),
        field("date", \.date, .date.described("The day, by the clinic's calendar.")),
        field(
            "free", \.free,
            .int(0...AtomSet.capacity).described(
                "The number of times at which an appointment can begin; a time that several doctors have counts once.")),
        optionalField(
            "first", \.first, .instant.described("The first of these times, in UTC; absent if there is none."))
    ).described("How much of a day is free.").named("FreeDay")
}

extension Page {
    /// The JSON of a list that is sent as one page, such as the days of a calendar.
    static func whole<Item>(_ items: [Item], _ codec: Codec<Item>) -> [UInt8] {
        Array(#"{"items":"#.utf8) + Codec.array(codec, 0...Int.max).bytes(items)
            + Array(#","next_cursor":null,"has_more":false}"#.utf8)
    }
}

extension AvailabilityAPI {
    static let listFreeDays = Endpoint<ClinicAction>(
        .get, "/api/v1/slots/days", id: "listFreeDays", summary: "Count the free times of each day",
        details: """
            For a calendar in which people choose a day: one entry for each day, also for days without free times, for at \
            most \(SlotCalendar.maximumDays) days at once. `GET /api/v1/slots` lists the times of a day.
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
        answers: [.page(of: FreeDay.codec, "The days, as one page")],
        problems: [
            .notFound, .serviceNotOffered, .serviceNotForPatient, .doctorNotAvailable, .doctorDoesNotOffer,
            .hygienistNotAvailable,
        ]
    ) { caller, service, doctor, hygienist, from, to, patient throws(Problem) in
        _ = try ClosedRange<CivilDate>.asked(from: from, to: to, atMost: SlotCalendar.maximumDays)
        let booker = Booker(caller.principal)
        let demand = try booker.demand(service, doctor, hygienist, patient)
        return .computed(SlotCalendar(demand, from: from, to: to).computation.checked(by: booker, for: demand))
    }
}

extension Computation {
    /// A copy of this computation that first checks whether the caller may search for free times for the patient whom
    /// `demand` names.
    func checked(by booker: Booker, for demand: SlotDemand) -> Computation {
        Computation { (model, now) throws(Problem) in
            try booker.checks(demand.seeker.visitor.patient, &model)
            return try self.run(&model, now)
        }
    }
}

extension Booker {
    /// The search for free times that this caller asks for: patients search for themselves or a dependant, staff for
    /// any patient or none.
    func demand(
        _ service: ID<Service>, _ doctor: ID<StaffMember>?, _ hygienist: ID<StaffMember>?, _ patient: ID<Patient>?
    ) throws(Problem) -> SlotDemand {
        let visitor = side == .patient || patient != nil ? try self.patient(named: patient) : nil
        return SlotDemand(service: service, doctor: doctor, hygienist: hygienist, by: side, patient: visitor)
    }
}
