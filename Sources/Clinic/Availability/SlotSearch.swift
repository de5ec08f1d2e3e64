import EventSourcing
import Identifiers
import JSON

/// The free starts of a service over some days, computed from the same states as a booking.
package struct SlotSearch: Sendable {
    /// The maximum number of days in a search; requests for more are refused.
    package static let maximumDays = 31

    let service: ID<Service>
    /// The wanted doctor; `nil` for every doctor who offers the service.
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

    /// The answer to a slot search, by time:
    /// `{"items":[{"start":…,"end":…,"doctor_id":…,"doctor_name":…}],"next_cursor":null,"has_more":false}`.
    package func answer(
        _ model: inout DecisionModel<ClinicEvent>, at now: Instant
    ) throws(AppointmentRejection) -> [UInt8] {
        var list = SlotList()
        try forEachDay(&model, at: now) { day in list.append(day) }
        return list.end()
    }

    package func offers(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(AppointmentRejection)
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
    ) throws(AppointmentRejection) {
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

/// One day's free starts, doctor by doctor.
struct SlotDay {
    let free: FreeTime
    private var starts: [(doctor: StaffMember, atoms: AtomSet)] = []
    private var any = AtomSet()

    init(_ free: FreeTime, _ doctors: [StaffMember], _ model: inout DecisionModel<ClinicEvent>) {
        self.free = free
        let permitted = free.permitted
        guard !permitted.isEmpty else { return }
        for doctor in doctors {
            let atoms = free.doctor(doctor, &model).intersection(permitted)
            guard !atoms.isEmpty else { continue }
            starts.append((doctor, atoms))
            any = any.union(atoms)
        }
        guard !any.isEmpty else { return }
        any = free.withChair(any.intersection(free.patient(&model)), &model)
    }

    /// Calls `body` for each free start, by time, and at equal times in the doctors' order.
    func forEach(_ body: (_ atom: Int, _ doctor: StaffMember) -> Void) {
        var next = any.first(from: 0)
        while let atom = next {
            for (doctor, atoms) in starts where atoms.contains(atom) { body(atom, doctor) }
            next = any.first(from: atom + 1)
        }
    }
}

/// Writes a list of slots as JSON. Repeated parts are encoded once and copied.
private struct SlotList {
    private var bytes = Array(#"{"items":["#.utf8)
    private var isEmpty = true
    private var doctors: [ID<StaffMember>: [UInt8]] = [:]

    mutating func append(_ day: SlotDay) {
        var lastAtom = -1
        var times: [UInt8] = []
        day.forEach { atom, doctor in
            if atom != lastAtom {
                lastAtom = atom
                times = Array(#"{"start":""#.utf8)
                times += day.free.frame.instant(atom).rfc3339Bytes
                times += Array(#"","end":""#.utf8)
                times += day.free.frame.instant(atom + day.free.length).rfc3339Bytes
            }
            if !isEmpty { bytes.append(UInt8(ascii: ",")) }
            isEmpty = false
            bytes += times
            bytes += tail(doctor)
        }
    }

    mutating func end() -> [UInt8] {
        bytes += Array(#"],"next_cursor":null,"has_more":false}"#.utf8)
        return bytes
    }

    private mutating func tail(_ doctor: StaffMember) -> [UInt8] {
        if let known = doctors[doctor.id] { return known }
        var tail = Array(#"","doctor_id":""#.utf8)
        doctor.id.uuid.appendText(to: &tail)
        tail += Array(#"","doctor_name":"#.utf8)
        tail += RawJSON(quoting: doctor.details.name).bytes
        tail.append(UInt8(ascii: "}"))
        doctors[doctor.id] = tail
        return tail
    }
}
