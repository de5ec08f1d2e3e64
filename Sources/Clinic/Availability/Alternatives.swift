import EventSourcing

/// Finds free starts near a requested start that is not free: first on that day with the requested doctors, then on
/// that day with other doctors, then on later days with the requested doctors.
struct Alternatives {
    /// The maximum number of alternatives to a start time that is not free. This many fit on one screen.
    static let limit = 6
    private static let sameDoctorLimit = 3
    private static let perLaterDay = 2
    /// The number of weeks after the requested day in which alternatives are searched. The days of a week are read
    /// together.
    private static let weeks = 2

    private let wanted: Placement
    private let doctors: [StaffMember]
    private let settings: ClinicSettings
    private let now: Instant

    init(to wanted: Placement, doctors: [StaffMember], settings: ClinicSettings, now: Instant) {
        self.wanted = wanted
        self.doctors = doctors
        self.settings = settings
        self.now = now
    }

    func find(_ model: inout DecisionModel<ClinicEvent>) -> [Offer] {
        let zone = settings.zone
        let earliest = StartLimits(settings, wanted.seeker.side, at: now).bounds.first
        let firstDay = max(zone.date(of: wanted.start), zone.date(of: earliest))
        var found = Array(day(firstDay, doctors, &model).prefix(Alternatives.sameDoctorLimit))
        let others = settings.doctors(offering: wanted.service).filter { other in
            !doctors.contains { $0.id == other.id }
        }
        found += day(firstDay, others, &model).prefix(Alternatives.limit - found.count)
        for week in 0..<Alternatives.weeks where found.count < Alternatives.limit {
            for next in 1...7 {
                let date = firstDay.adding(days: week * 7 + next)
                // Each day of the week is searched, even if earlier days have enough alternatives, so that the states
                // of the whole week are loaded at once.
                let offers = day(date, doctors, &model).prefix(Alternatives.perLaterDay)
                found += offers.prefix(Alternatives.limit - found.count)
            }
        }
        return found
    }

    /// The free starts of one day, sorted by their distance from the wanted time of day. At equal distances the later
    /// start comes first.
    private func day(_ date: CivilDate, _ doctors: [StaffMember], _ model: inout DecisionModel<ClinicEvent>) -> [Offer]
    {
        var offers: [(distance: Int64, offer: Offer)] = []
        for (minutes, doctors) in wanted.length.groups(of: doctors) { offers += day(date, doctors, minutes, &model) }
        return offers.sorted { $0.distance < $1.distance }.map(\.offer)
    }

    private func day(
        _ date: CivilDate, _ doctors: [StaffMember], _ minutes: Int, _ model: inout DecisionModel<ClinicEvent>
    ) -> [(distance: Int64, offer: Offer)] {
        let free = FreeTime(
            date, minutes: minutes, for: wanted.seeker, needing: wanted.needs, buffers: wanted.buffers,
            segments: wanted.segments, group: wanted.groupService, settings, at: now)
        let permitted = free.permitted
        guard !permitted.isEmpty || free.group != nil, !doctors.isEmpty else { return [] }
        let room = free.withChair(permitted.intersection(free.patient(&model)), only: wanted.chair, &model)
        let zone = settings.zone
        let isSameDay = date == zone.date(of: wanted.start)
        let aim = isSameDay ? wanted.start : zone.firstInstant(date, zone.local(wanted.start).time)
        let hygienists = free.hygienistStarts(&model)
        var offers: [(distance: Int64, offer: Offer)] = []
        for doctor in doctors {
            var starts = free.doctor(doctor, with: hygienists, &model).intersection(room)
            let joins = free.joins(doctor, only: wanted.chair, &model)
            for atom in joins.keys { starts.insert(atom) }
            var next = starts.first(from: 0)
            while let atom = next {
                next = starts.first(from: atom + 1)
                guard let slot = free.slot(at: atom) else { continue }
                let offset = slot.start.seconds(since: aim)
                let distance = offset >= 0 ? offset * 2 : -offset * 2 + 1
                let offer = Offer(
                    slot: slot, doctor: doctor.id, doctorName: doctor.details.name,
                    placesLeft: joins[atom] ?? free.group?.capacity)
                offers.append((distance, offer))
            }
        }
        return offers
    }
}
