import Clinic
import EventSourcing
import Identifiers
import JSON
import Testing

/// A clinic's free times, computed from its documents as a client reads them and by looking at the wall clock every
/// five minutes. The computation uses none of the tested code that computes free times.
struct DocumentedClinic {
    private let clinic: JSONValue
    private let staff: [String: JSONValue]
    private let services: [String: JSONValue]
    private let blocks: [JSONValue]
    private let appointments: [JSONValue]
    private let chairs: [String]
    private let zone: ClinicZone

    init(_ desk: Desk) throws {
        func all<P: Projection>(_ projection: P.Type) throws -> [JSONValue] where P.Event == ClinicEvent {
            let fold = AnyProjection<ClinicEvent>(projection, .inline).begin()
            fold.absorb(desk.given.feed[...])
            return try fold.changedKeys.compactMap { fold.row($0) }.map { try JSONValue(parsing: $0.document) }
        }
        func byID(_ documents: [JSONValue]) -> [String: JSONValue] {
            Dictionary(
                uniqueKeysWithValues: documents.compactMap { document in
                    document["id"]?.string.map { ($0, document) }
                })
        }
        clinic = try #require(try all(ClinicProfiles.self).first)
        blocks = try all(TimeBlocks.self).filter { $0["active"]?.bool == true }
        let taking: Set<String> = ["requested", "booked", "confirmed"]
        appointments = try all(Appointments.self).filter { taking.contains($0["status"]?.string ?? "") }
        chairs = try all(Chairs.self).compactMap { $0["id"]?.string }
        staff = byID(try all(StaffMembers.self))
        services = byID(try all(Services.self))
        zone = try .named(clinic["time_zone"]?.string ?? "")
    }

    /// A part of a visit, in which the doctor or the hygienist treats.
    private typealias Part = (provider: String, minutes: Int64)

    /// The times on a date at which a visit for a service can start and the wall clock shows a multiple of `step`
    /// minutes. The doctor, and a hygienist if the service needs one, work and are free in their segments of the visit,
    /// and a chair is free all the time with the service's buffers. A group visit that begins then takes no time while
    /// it has places left. `placesLeft` is the number of these places; it is `nil` for a service without a capacity.
    func starts(
        _ date: CivilDate, _ doctor: ID<StaffMember>, _ service: ID<Service>, every step: Int
    ) -> [(start: Instant, placesLeft: Int?)] {
        let day = Day(date, in: zone)
        let document = services[service.text]
        let length = document?["duration_minutes"]?.integer ?? 0
        let parts =
            document?["segments"]?.elements.map { $0.map(part) } ?? [Part(provider: "doctor", minutes: length)]
        let hygienists = (document?["hygienists"]?.elements ?? []).compactMap(\.string).filter { $0 != doctor.text }
        let working = Dictionary(
            uniqueKeysWithValues: (hygienists + [doctor.text]).map { ($0, workingTime($0, day)) })
        let (before, after) = minutes(document?["buffers"])
        let capacity = document?["capacity"]?.integer.map { Int($0) }
        func treats(_ member: String, as provider: String, from start: Int, besides group: [String] = []) -> Bool {
            var from = start
            return parts.allSatisfy { part in
                let to = from + Int(part.minutes / 5)
                defer { from = to }
                guard part.provider == provider else { return true }
                let begins = day.ticks[from]
                return working[member]?[from..<to].allSatisfy { $0 } ?? false
                    && isFree("doctor_id", member, begins..<begins.adding(minutes: part.minutes), besides: group)
            }
        }
        return day.ticks.indices.compactMap { index in
            let start = day.ticks[index]
            let inChair = start.adding(minutes: -before)..<start.adding(minutes: length + after)
            guard zone.local(start).time.minutes.isMultiple(of: step), index + Int(length / 5) <= day.ticks.count,
                document?["segments"] == nil
                    || hygienists.contains(where: { treats($0, as: "hygienist", from: index) }),
                day.bounds.lowerBound <= inChair.lowerBound, inChair.upperBound <= day.bounds.upperBound
            else { return nil }
            for chair in chairs {
                let group = capacity == nil ? [] : group(service.text, doctor.text, chair, start)
                guard group.count < capacity ?? 1, treats(doctor.text, as: "doctor", from: index, besides: group),
                    isFree("chair_id", chair, inChair, besides: group)
                else { continue }
                return (start, capacity.map { $0 - group.count })
            }
            return nil
        }
    }

    /// The ids of the appointments of a group visit.
    private func group(_ service: String, _ doctor: String, _ chair: String, _ start: Instant) -> [String] {
        appointments.filter { document in
            document["service_id"]?.string == service && document["doctor_id"]?.string == doctor
                && document["chair_id"]?.string == chair && times(document).lowerBound == start
        }.compactMap { $0["id"]?.string }
    }

    private func part(_ json: JSONValue) -> Part {
        (json["provider"]?.string ?? "", json["minutes"]?.integer ?? 0)
    }

    private func workingTime(_ member: String, _ day: Day) -> [Bool] {
        zip(clinicTime(day), staffTime(member, day)).map { $0 && $1 }
    }

    private func minutes(_ buffers: JSONValue?) -> (before: Int64, after: Int64) {
        (buffers?["minutes_before"]?.integer ?? 0, buffers?["minutes_after"]?.integer ?? 0)
    }

    /// Whether a member of staff or a chair has no block and, besides those of a group, no appointment in a period. An
    /// appointment takes its chair in its buffers too, and takes a doctor or hygienist only in their own segments.
    private func isFree(
        _ member: String, _ id: String, _ time: Range<Instant>, besides group: [String] = []
    ) -> Bool {
        let isTaken = appointments.contains { document in
            if group.contains(document["id"]?.string ?? "") { return false }
            let taken = member == "chair_id" ? chairTimes(document, of: id) : staffTimes(document, of: id)
            return taken.contains { $0.overlaps(time) }
        }
        let isBlocked = blocks.contains { block in
            block[member + "s"]?.elements?.contains { $0.string == id } == true && times(block).overlaps(time)
        }
        return !isTaken && !isBlocked
    }

    private func times(_ document: JSONValue) -> Range<Instant> {
        guard let start = document["start"]?.string.flatMap({ Instant(rfc3339: $0) }),
            let end = document["end"]?.string.flatMap({ Instant(rfc3339: $0) })
        else {
            Issue.record("a document has no times")
            return Self.never..<Self.never
        }
        return start..<end
    }

    private static let never: Instant = "2026-01-01T00:00:00Z"

    private func chairTimes(_ document: JSONValue, of id: String) -> [Range<Instant>] {
        guard document["chair_id"]?.string == id else { return [] }
        let (visit, (before, after)) = (times(document), minutes(document["buffers"]))
        return [visit.lowerBound.adding(minutes: -before)..<visit.upperBound.adding(minutes: after)]
    }

    private func staffTimes(_ document: JSONValue, of id: String) -> [Range<Instant>] {
        let visit = times(document)
        guard let parts = document["segments"]?.elements else {
            return document["doctor_id"]?.string == id ? [visit] : []
        }
        var from = visit.lowerBound
        return parts.map(part).compactMap { part in
            let to = from.adding(minutes: part.minutes)
            defer { from = to }
            return document["\(part.provider)_id"]?.string == id ? from..<to : nil
        }
    }

    private func clinicTime(_ day: Day) -> [Bool] {
        if isClosed(day.date) { return day.ticks.map { _ in false } }
        return day.time(begunOn: { date in
            isClosed(date) ? [] : shifts(clinic["special_hours"], on: date, weekly(date))
        })
    }

    private func staffTime(_ member: String, _ day: Day) -> [Bool] {
        day.time(begunOn: { shifts(staff[member]?["special_hours"], on: $0, [Shift(.midnight, .endOfDay)]) })
    }

    private func isClosed(_ date: CivilDate) -> Bool {
        (clinic["closures"]?.elements ?? []).contains { isIn($0, date) }
    }

    private func isIn(_ days: JSONValue, _ date: CivilDate) -> Bool {
        (days["first_day"]?.string ?? "") <= date.iso8601 && date.iso8601 <= (days["last_day"]?.string ?? "")
    }

    /// The shifts that begin on a date, by the ordinary week and the special hours. If several special hours apply to
    /// the date, they take effect in the order in which they were set.
    private func shifts(_ special: JSONValue?, on date: CivilDate, _ ordinary: [Shift]) -> [Shift] {
        (special?.elements ?? []).reduce(ordinary) { shifts, rule in
            guard isIn(rule, date), isInWeek(rule, date) else { return shifts }
            let own = (rule["shifts"]?.elements ?? []).map { Shift(time($0["start"]), time($0["end"])) }
            return switch rule["effect"]?.string {
            case "closed": []
            case "other": own
            default: shifts + own
            }
        }
    }

    /// Whether special hours apply to a date by their weekdays and by their number of weeks from one week to the next.
    private func isInWeek(_ rule: JSONValue, _ date: CivilDate) -> Bool {
        let weekdays = rule["weekdays"]?.elements?.compactMap(\.integer)
        guard weekdays?.contains(Int64(date.weekday)) ?? true,
            let first = CivilDate(iso8601: rule["first_day"]?.string ?? "")
        else { return false }
        let mondays = [first, date].map { $0.daysSince1970 - $0.weekday }
        return (mondays[1] - mondays[0]) / 7 % Int(rule["every_weeks"]?.integer ?? 1) == 0
    }

    private func weekly(_ date: CivilDate) -> [Shift] {
        (clinic["opening_hours"]?.elements ?? []).flatMap { hours -> [Shift] in
            guard hours["weekday"]?.integer == Int64(date.weekday) else { return [] }
            let breaks = hours["breaks"]?.elements ?? []
            let starts = [time(hours["opens"])] + breaks.map { time($0["end"]) }
            let ends = breaks.map { time($0["start"]) } + [time(hours["closes"])]
            return zip(starts, ends).map { Shift($0, $1) }
        }
    }

    private func time(_ text: JSONValue?) -> LocalTime { LocalTime(text?.string ?? "") ?? .midnight }
}

/// The ticks of a day: its instants in steps of five minutes.
private struct Day {
    let date: CivilDate
    let bounds: Range<Instant>
    let ticks: [Instant]
    private let zone: ClinicZone

    init(_ date: CivilDate, in zone: ClinicZone) {
        let bounds = zone.bounds(of: date)
        let count = bounds.upperBound.seconds(since: bounds.lowerBound) / 300
        ticks = (0..<count).map { bounds.lowerBound.adding(minutes: $0 * 5) }
        self.date = date
        self.bounds = bounds
        self.zone = zone
    }

    /// Whether a member of staff, or the clinic, works in the five minutes that begin at each tick of the day.
    ///
    /// - Parameter shifts: returns the shifts that begin on a date. Those of the day before may go on after midnight.
    func time(begunOn shifts: (CivilDate) -> [Shift]) -> [Bool] {
        var time = ticks.map { _ in false }
        for shift in shifts(date.adding(days: -1)) where shift.crossesMidnight {
            for index in 0..<first(shift.end) { time[index] = true }
        }
        for shift in shifts(date) {
            let end = shift.crossesMidnight ? ticks.count : first(shift.end)
            for index in ticks.indices.dropFirst(first(shift.start)) where index < end { time[index] = true }
        }
        return time
    }

    /// The first tick of a day at which the wall clock shows a given time or a later one.
    private func first(_ time: LocalTime) -> Int {
        if time == .midnight { return 0 }
        let wanted = LocalDateTime(date, time)
        return ticks.firstIndex { zone.local($0) >= wanted } ?? ticks.count
    }
}
