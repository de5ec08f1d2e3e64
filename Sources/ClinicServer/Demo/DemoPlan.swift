import Clinic
import EventSourcing
import Identifiers

/// All that will have happened in a demo clinic, worked out before the first command: the same for the same seed, day and
/// clinic.
struct DemoPlan {
    let clinic: DemoClinic
    let id: UUIDBytes
    let zone: ClinicZone
    let currency: Currency
    /// The day in whose morning, noon or evening the demo is looked at first.
    let today: CivilDate
    let now: Instant
    let services: [ID<Service>]
    let chairs: [ID<Chair>]
    let doctors: [ID<StaffMember>]
    let admin: ID<StaffMember>
    let receptionist: ID<StaffMember>
    private(set) var patients: [(id: ID<Patient>, details: PatientDetails)] = []
    private(set) var visits: [DemoVisit] = []
    /// So many days ago the first visits were.
    let daysBack: Int
    /// When the clinic was founded: before anything else.
    var foundedAt: Instant { zone.bounds(of: today.adding(days: -daysBack - Self.daysBefore)).lowerBound }

    static let daysAhead = 30
    /// Between the founding and the first visits.
    static let daysBefore = 30

    init?(
        _ clinic: DemoClinic, id: UUIDBytes, zone: ClinicZone, seed: UInt64, patients count: Int, daysBack: Int,
        today: CivilDate, now: Instant
    ) {
        guard let currency = Currency(clinic.currency) else { return nil }
        self.clinic = clinic
        self.id = id
        self.zone = zone
        self.currency = currency
        self.daysBack = daysBack
        self.today = today
        self.now = now
        var ids = SeededGenerator(seed: seed, part: "\(clinic.slug) ids")
        services = clinic.services.map { _ in .demo(&ids) }
        chairs = clinic.chairs.map { _ in .demo(&ids) }
        doctors = clinic.doctors.map { _ in .demo(&ids) }
        admin = .demo(&ids)
        receptionist = .demo(&ids)
        planPatients(count, seed)
        planVisits(seed)
    }

    private mutating func planPatients(_ count: Int, _ seed: UInt64) {
        var random = SeededGenerator(seed: seed, part: "\(clinic.slug) patients")
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

    /// Fills the chairs, block by block: who sits there, for what, and whose hands.
    private mutating func planVisits(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed, part: "\(clinic.slug) visits")
        let offers = clinic.services.indices.flatMap { index in
            [Int](repeating: index, count: clinic.services[index].weight)
        }
        guard !patients.isEmpty else { return }
        for offset in -daysBack...DemoPlan.daysAhead {
            let date = today.adding(days: offset)
            // Fewer book far ahead.
            let fill = offset <= 1 ? 92 : max(25, 85 - 2 * offset)
            var busy: Set<Int> = []
            for (block, (start, end)) in DemoClinic.blocks(on: date).enumerated() {
                for chair in chairs.indices {
                    let doctor = doctors[(chair + block * 2 + date.daysSince1970) % doctors.count]
                    var minute = start
                    while minute < end {
                        let service = random.pick(offers)
                        let length = clinic.services[service].minutes
                        guard minute + length <= end else { break }
                        let patient = Int(random.next() % UInt64(patients.count))
                        guard random.chance(fill), busy.insert(patient).inserted,
                            let time = LocalTime(minutes: minute), let instant = zone.instant(date, time)
                        else {
                            minute += 15
                            continue
                        }
                        visits.append(
                            DemoVisit(
                                appointment: .demo(&random), patient: patients[patient].id,
                                service: services[service], doctor: doctor, chair: chairs[chair], start: instant,
                                minutes: length, price: clinic.services[service].price,
                                course: DemoVisit.Course(&random)))
                        minute += length
                    }
                }
            }
        }
    }
}

extension ID {
    /// An id of the demo: random by the seed, and recognisable as no clock's (version 8, RFC 9562 §5.8).
    static func demo(_ random: inout SeededGenerator) -> ID {
        ID(
            UUIDBytes(
                high: random.next() & ~0xf000 | 0x8000,
                low: random.next() & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000))
    }
}
