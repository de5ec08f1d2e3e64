public import EventSourcing
public import Identifiers
public import TimeZones

/// The state with all settings of the clinic that a booking needs. Appointments are in other states.
public struct ClinicSettings: EventSourced {
    /// The clinic's id; `nil` before the clinic was founded.
    public private(set) var clinic: UUIDBytes?
    public private(set) var profile = ClinicProfile(name: "")
    /// The clinic's time zone. It has the rules of UTC until the function `under` gives it the rules of the zone.
    public private(set) var zone = ClinicZone.utc
    public private(set) var currency = Currency.euro
    public private(set) var openingHours = WeeklyHours.none
    /// The clinic's closures, sorted by their first day.
    public private(set) var closures: [Closure] = []
    /// The clinic's special hours, in the order in which they were added.
    public private(set) var specialHours: [SpecialHours] = []
    public private(set) var rules = SchedulingRules.standard
    /// The day on which the clinic was closed permanently; `nil` for a clinic in operation.
    public private(set) var closedOn: CivilDate?
    public private(set) var mobileAccess = MobileAccess.standard
    public private(set) var billing = BillingTerms.standard
    public private(set) var publicBooking = PublicBooking.off
    public private(set) var logo: ClinicLogo?
    /// The clinic's services, including retired ones, in order of creation. `chairs` and `staff` are sorted in the same
    /// way.
    public private(set) var services = Roster<Service>()
    public private(set) var chairs = Roster<Chair>()
    public private(set) var staff = Roster<StaffMember>()
    /// The position of the clinic's last event of the type `ProfileEvent`: any event on settings other than services,
    /// chairs and staff.
    public private(set) var version: Int64 = 0

    public static let initial = ClinicSettings()

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        switch recorded.event {
        case .profile(let event):
            clinic = recorded.clinic
            version = recorded.position
            evolve(event)
        case .service(let event): evolve(event)
        case .chair(let event): evolve(event)
        case .staff(let event): evolve(event)
        case .patient, .guardian, .emergency, .block, .hold, .waitlist, .recall, .series, .appointment, .billing,
            .draft, .drawer, .family, .insurance, .recovery, .file,
            .notification, .treatment,
            .finding, .perio, .chart,
            .vitals, .note, .prescription, .historyForm, .consent,
            .message, .quarantined:
            break
        }
    }

    public func under(_ zones: ZoneRules) -> ClinicSettings {
        var settings = self
        if let known = ClinicZone(zone.name, in: zones) {
            settings.zone = known
        } else {
            // If the time zone's rules are missing, local times are unknown, so the clinic counts as closed and offers
            // no time.
            settings.openingHours = .none
            settings.specialHours = []
        }
        return settings
    }

    private mutating func evolve(_ event: ProfileEvent) {
        switch event {
        case .clinicFounded(let founded):
            profile = founded.profile
            zone = ClinicZone(founded.zone, .utc)
            currency = founded.currency
        case .clinicProfileChanged(let changed): profile = changed.profile
        case .openingHoursSet(let set): openingHours = set.hours
        case .closureAdded(let added):
            closures.append(added.closure)
            closures.sort { $0.days.first < $1.days.first }
        case .closureRemoved(let removed): closures.removeAll { $0.id == removed.closure }
        case .specialHoursAdded(let added): specialHours.append(added.hours)
        case .specialHoursRemoved(let removed): specialHours.removeAll { $0.id == removed.hours }
        case .schedulingRulesSet(let set): rules = set.rules
        case .mobileAccessSet(let set): mobileAccess = set.access
        case .billingTermsSet(let set): billing = set.terms
        case .waitLimitsSet: break
        case .publicBookingSet(let set): publicBooking = set.booking
        case .logoChanged(let changed): logo = changed.logo
        case .clinicClosed(let closed): closedOn = closed.day
        }
    }

    private mutating func evolve(_ event: ServiceEvent) {
        switch event {
        case .serviceCreated(let created):
            services.add(Service(id: created.service, details: created.details), created.service)
        case .serviceChanged(let changed): services.change(changed.service) { $0.details = changed.details }
        case .serviceRetired(let retired): services.change(retired.service) { $0.isActive = false }
        case .recallRuleSet(let set): services.change(set.service) { $0.recall = set.interval }
        case .recallRuleRemoved(let removed): services.change(removed.service) { $0.recall = nil }
        }
    }

    private mutating func evolve(_ event: ChairEvent) {
        switch event {
        case .chairAdded(let added): chairs.add(Chair(id: added.chair, name: added.name), added.chair)
        case .chairRenamed(let renamed): chairs.change(renamed.chair) { $0.name = renamed.name }
        case .chairRetired(let retired): chairs.change(retired.chair) { $0.isActive = false }
        case .chairEquipped(let equipped): chairs.change(equipped.chair) { $0.equipment = equipped.equipment }
        }
    }

    private mutating func evolve(_ event: StaffEvent) {
        switch event {
        case .staffHired(let hired):
            staff.add(StaffMember(id: hired.staff, details: hired.details.unlessErased), hired.staff)
        case .staffDetailsChanged(let changed):
            staff.change(changed.staff) { $0.details = changed.details.unlessErased }
        case .staffDeactivated(let left): staff.change(left.staff) { $0.isActive = false }
        case .staffErased(let erased): staff.change(erased.staff) { $0.erase() }
        case .timeOffAdded(let added):
            staff.change(added.staff) { member in
                member.timeOff.append(added.timeOff.unlessErased)
                member.timeOff.sort { $0.start < $1.start }
            }
        case .timeOffRemoved(let removed):
            staff.change(removed.staff) { member in member.timeOff.removeAll { $0.id == removed.timeOff } }
        case .staffHoursAdded(let added): staff.change(added.staff) { $0.specialHours.append(added.hours) }
        case .staffHoursRemoved(let removed):
            staff.change(removed.staff) { member in member.specialHours.removeAll { $0.id == removed.hours } }
        }
    }
}

extension Subject<ClinicSettings> {
    public static var settings: Subject<ClinicSettings> { Subject(.settings) }
}

extension ClinicSettings {
    public var isFounded: Bool { clinic != nil }

    /// The doctor with the given id; `nil` if the doctor takes no appointments.
    public func doctor(_ id: ID<StaffMember>) -> StaffMember? {
        staff[id].flatMap { $0.isActive && $0.isDoctor ? $0 : nil }
    }

    /// The doctors who take appointments for a service.
    public func doctors(offering service: Service) -> [StaffMember] {
        staff.all.filter { $0.isActive && $0.isDoctor && service.isOffered(by: $0.id) }
    }

    /// The chairs of the clinic that can be booked: those that are not retired.
    public var activeChairs: [Chair] { chairs.all.filter(\.isActive) }
}
