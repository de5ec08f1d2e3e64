import Clinic
import EventSourcing
import Identifiers

/// The plan of everything that happens in a demo clinic. It is computed before the first command is run. A day's visits
/// depend only on the date, the seed, the clinic, its number of patients and its hours, so they are the same whenever
/// they are computed.
struct DemoPlan {
    let clinic: DemoClinic
    let id: UUIDBytes
    let zone: ClinicZone
    let currency: Currency
    let hours: DemoHours
    /// The day on which the demo's database was filled.
    let today: CivilDate
    let services: [ID<Service>]
    let chairs: [ID<Chair>]
    let doctors: [ID<StaffMember>]
    let admin: ID<StaffMember>
    let receptionist: ID<StaffMember>
    private(set) var patients: [(id: ID<Patient>, details: PatientDetails)] = []
    /// A well-known patient of the demo, whose record the clinic restricts to the doctors who treat the patient.
    let restricted: (id: ID<Patient>, details: PatientDetails)
    private let seed: UInt64
    /// The number of days from the day of the demo's first visits until the day on which the database was filled.
    let daysBack: Int
    /// The time of the demo clinic's founding, which is before all its other events.
    var foundedAt: Instant { zone.bounds(of: today.adding(days: -daysBack - Self.daysBefore)).lowerBound }

    /// The number of days from today for which the demo books visits in advance.
    static let daysAhead = 27
    /// The number of days between the demo clinic's founding and its first visits.
    static let daysBefore = 30

    init?(
        _ clinic: DemoClinic, id: UUIDBytes, zone: ClinicZone, seed: UInt64, patients count: Int, daysBack: Int,
        today: CivilDate, hours: DemoHours
    ) {
        guard let currency = Currency(clinic.currency) else { return nil }
        self.clinic = clinic
        self.id = id
        self.zone = zone
        self.currency = currency
        self.daysBack = daysBack
        self.today = today
        self.hours = hours
        self.seed = seed
        var ids = SplitMix64(seed: seed, part: "\(clinic.slug) ids")
        services = clinic.services.map { _ in .demo(&ids) }
        chairs = clinic.chairs.map { _ in .demo(&ids) }
        doctors = clinic.doctors.map { _ in .demo(&ids) }
        admin = .demo(&ids)
        receptionist = .demo(&ids)
        restricted = (
            id: .demo(&ids),
            details: PatientDetails(
                given: Personal("Zoë"), family: Personal("Zwick"), birthDate: Personal(today.adding(days: -15_000)),
                gender: Personal(.female),
                contact: PatientContact(
                    phone: Personal(currency == .euro ? "+49 30 5550199" : "+1 718 555 0199"), email: nil, address: nil,
                    language: nil),
                note: nil)
        )
        planPatients(count)
    }

    private mutating func planPatients(_ count: Int) {
        var random = SplitMix64(seed: seed, part: "\(clinic.slug) patients")
        for number in 0..<count {
            let language = random.pick(clinic.languages)
            let community = NameStock.communities.first { $0.language == language } ?? NameStock.communities[0]
            let isWoman = random.chance(51)
            let given = random.pick(isWoman ? community.women : community.men)
            let family = random.pick(community.families)
            let age = 4 * 365 + Int(random.next() % UInt64(84 * 365))
            let digits = String(5_550_000 + number)
            patients.append(
                (
                    id: .demo(&random),
                    details: PatientDetails(
                        given: Personal(given), family: Personal(family),
                        birthDate: Personal(today.adding(days: -age)),
                        gender: Personal(isWoman ? .female : .male),
                        contact: PatientContact(
                            phone: Personal(currency == .euro ? "+49 30 \(digits)" : "+1 718 \(digits)"),
                            email: Personal("patient\(number + 1)@\(clinic.slug).example"), address: nil,
                            language: Personal(language)),
                        note: nil)
                ))
        }
    }

    /// The demo's planned visits of several days, whether the visits are booked already or not.
    ///
    /// - Parameter days: the days, as numbers of days after `date`.
    func visits(_ days: ClosedRange<Int>, from date: CivilDate) -> [DemoVisit] {
        days.flatMap { visits(on: date.adding(days: $0)) }
    }

    /// The demo's planned visits of a day. They fill each chair's blocks of time, one block after the other, with
    /// patients, services and doctors.
    private func visits(on date: CivilDate) -> [DemoVisit] {
        var random = SplitMix64(seed: seed, part: "\(clinic.slug) visits \(date)")
        let offers = clinic.services.indices.flatMap { index in
            [Int](repeating: index, count: clinic.services[index].weight)
        }
        guard !patients.isEmpty else { return [] }
        var visits: [DemoVisit] = []
        var busy: [Set<Int>] = []
        for chair in chairs.indices {
            for (block, (start, end)) in hours.blocks(on: date, chair: chair).enumerated() {
                if busy.count == block { busy.append([]) }
                let doctor = doctors[(chair + block * 2 + date.daysSince1970) % doctors.count]
                var minute = start
                while minute < end {
                    let service = random.pick(offers)
                    let length = clinic.services[service].minutes
                    guard minute + length <= end else { break }
                    let isPrompt = hours.isPrompt(chair)
                    let drawn = Int(random.next() % UInt64(patients.count))
                    guard random.chance(hours.fill(at: minute)) || isPrompt,
                        let patient = patients.indices.lazy.map({ (drawn + $0) % patients.count })
                            .first(where: { !busy[block].contains($0) }),
                        let time = LocalTime(minutes: minute), let instant = zone.instant(date, time)
                    else {
                        minute += 15
                        continue
                    }
                    busy[block].insert(patient)
                    visits.append(
                        DemoVisit(
                            appointment: .demo(&random), patient: patients[patient].id,
                            service: services[service], doctor: doctor, chair: chairs[chair], start: instant,
                            minutes: length, price: clinic.services[service].price,
                            course: DemoVisit.Course(&random, isPrompt: isPrompt)))
                    minute += length
                }
            }
        }
        return visits
    }
}

extension ID {
    /// Makes an id that depends on the demo's seed. It is a UUID of version 8, the version for custom formats (RFC 9562
    /// §5.8).
    static func demo(_ random: inout SplitMix64) -> ID {
        ID(
            UUIDBytes(
                high: random.next() & ~0xf000 | 0x8000,
                low: random.next() & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000))
    }
}
