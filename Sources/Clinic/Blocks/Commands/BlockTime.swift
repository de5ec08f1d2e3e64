public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that keeps time of doctors and chairs free of bookings.
public struct BlockTime: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case noSuchDoctor(ID<StaffMember>)
        case noSuchChair
        /// The block begins or ends at a local time that the clocks skip.
        case noSuchLocalTime(LocalDateTime)
        case hasAppointments([ID<Appointment>])

        public var problem: Problem {
            switch self {
            case .noSuchDoctor(let doctor): Problem(.noSuchDoctor).with("doctor_id", doctor, .id())
            case .noSuchChair: Problem(.chairNotAvailable)
            case .noSuchLocalTime(let local): Problem(.noSuchLocalTime).with("local_time", local, .localDateTime)
            case .hasAppointments(let ids): Problem(.blockHasAppointments).with("appointment_ids", ids, .array(.id()))
            }
        }
    }

    /// The properties of a requested block, with start and end by the clinic's wall clock.
    public struct Wish: Hashable, Sendable {
        let kind: BlockKind
        let title: String?
        let start: LocalDateTime
        let end: LocalDateTime
        let doctors: [ID<StaffMember>]
        let chairs: [ID<Chair>]
        /// Whether the time may be blocked even if there are appointments in it. The appointments then stay.
        let overAppointments: Bool

        public init(
            kind: BlockKind, title: String? = nil, start: LocalDateTime, end: LocalDateTime,
            doctors: [ID<StaffMember>] = [], chairs: [ID<Chair>] = [], overAppointments: Bool = false
        ) {
            self.kind = kind
            self.title = title
            self.start = start
            self.end = end
            self.doctors = doctors
            self.chairs = chairs
            self.overAppointments = overAppointments
        }
    }

    /// The id of the new block, which the server generates.
    let block: ID<Block>
    let wish: Wish

    public init(_ block: ID<Block>, _ wish: Wish) {
        self.block = block
        self.wish = wish
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        guard case .unmade = model[.block(block)] else { return [] }
        let settings = model[.settings]
        for doctor in wish.doctors where settings.doctor(doctor) == nil { throw .noSuchDoctor(doctor) }
        for chair in wish.chairs where settings.chairs[chair]?.isActive != true { throw .noSuchChair }
        for local in [wish.start, wish.end] where !settings.zone.has(local) { throw .noSuchLocalTime(local) }
        let zone = settings.zone
        let start = zone.firstInstant(wish.start.date, wish.start.time)
        let last = wish.end.time == .midnight ? wish.end.date.adding(days: -1) : wish.end.date
        guard let slot = Slot(start: start, end: zone.firstInstant(wish.end.date, wish.end.time)),
            let days = DateRange(wish.start.date, last)
        else { throw .noSuchLocalTime(wish.end) }
        let made = Block(
            id: block, kind: wish.kind, title: wish.title, slot: slot, days: days, doctors: wish.doctors,
            chairs: wish.chairs)
        if !wish.overAppointments {
            let found = appointments(in: made, &model)
            guard found.isEmpty else { throw .hasAppointments(found) }
        }
        var lost: [ClinicEvent] = []
        for date in made.days.all {
            for doctor in made.doctors { lost += model.lostOffers(of: doctor, on: date, in: [made.slot], at: now) }
        }
        return [.block(.blocked(TimeBlocked(block: made)))] + lost
    }

    /// The appointments of the block's doctors and chairs in the block's time, sorted by their start.
    private func appointments(in block: Block, _ model: inout DecisionModel<ClinicEvent>) -> [ID<Appointment>] {
        var taken: [TakenTime] = []
        for date in block.days.all {
            for doctor in block.doctors { taken += model[.doctorDay(doctor, date)].taken }
            for chair in block.chairs { taken += model[.chairDay(chair, date)].taken }
        }
        var found: [ID<Appointment>] = []
        for entry in taken.sorted(by: { $0.slot.start < $1.slot.start }) where entry.slot.overlaps(block.slot) {
            if !found.contains(entry.appointment) { found.append(entry.appointment) }
        }
        return Array(found.prefix(Problem.Kind.mostNamedAppointments))
    }
}

/// The body of a request to block time.
struct BlockBody: Sendable {
    let wish: BlockTime.Wish

    static let codec = object(
        BlockBody.checked(kind:title:start:end:doctors:chairs:overAppointments:),
        field("kind", \.wish.kind, .blockKind), optionalField("title", \.wish.title, .blockTitle),
        field(
            "start", \.wish.start,
            TimeOffBody.edge(.midnight).described(
                "When it begins, by the clinic's wall clock: a date (its midnight) or a date and time.")),
        field(
            "end", \.wish.end,
            TimeOffBody.edge(.endOfDay).described(
                "When it ends, by the clinic's wall clock: a date (inclusive) or a date and time (exclusive).")),
        field(
            "doctor_ids", \.wish.doctors,
            .array(.id(), 0...Block.mostOwners).described("The doctors who are not to be booked."), default: []),
        field(
            "chair_ids", \.wish.chairs,
            .array(.id(), 0...Block.mostOwners).described("The chairs that are not to be booked."), default: []),
        field(
            "over_appointments", \.wish.overAppointments,
            .bool.described("Whether the time may be blocked though appointments are in it; they stay."), default: false
        )
    ).described(
        """
        The time to block, for at least one doctor or chair, on at most \(Block.mostDays) days. The number of days times that of \
        doctors and chairs is at most \(Block.mostAgendas).
        """
    ).named("BlockDraft")

    private static func checked(
        kind: BlockKind, title: String?, start: LocalDateTime, end: LocalDateTime, doctors: [ID<StaffMember>],
        chairs: [ID<Chair>], overAppointments: Bool
    ) throws(CheckFailure) -> BlockBody {
        guard start < end else { throw CheckFailure("bad_range", "must end after its start") }
        guard end.date <= start.date.adding(days: Block.mostDays - 1) else {
            throw CheckFailure("bad_range", "at most \(Block.mostDays) days")
        }
        let last = end.time == .midnight ? end.date.adding(days: -1) : end.date
        let days = last.daysSince1970 - start.date.daysSince1970 + 1
        guard days * (doctors.count + chairs.count) <= Block.mostAgendas else {
            throw CheckFailure(
                "too_many", "the number of days times that of doctors and chairs must be at most \(Block.mostAgendas)")
        }
        guard !doctors.isEmpty || !chairs.isEmpty else {
            throw CheckFailure("missing", "doctor_ids or chair_ids must name somebody or something")
        }
        guard Set(doctors).count == doctors.count, Set(chairs).count == chairs.count else {
            throw CheckFailure("duplicate", "each doctor and each chair once")
        }
        return BlockBody(
            wish: BlockTime.Wish(
                kind: kind, title: title, start: start, end: end, doctors: doctors, chairs: chairs,
                overAppointments: overAppointments))
    }
}

extension BlocksAPI {
    static let blockTime = Endpoint<ClinicAction>(
        .post, "/api/v1/blocks", id: "blockTime", summary: "Block time of doctors and chairs",
        details: """
            For lunch, a meeting or a chair that is out of service: nothing can be booked in this time without an `override`. \
            If appointments are in it, the request is refused and names them, unless `over_appointments` is true.
            """, tag: tag, for: FrontDesk.self, takes: .body(BlockBody.codec),
        answers: [.made(BlockDocument.codec, "The block")],
        problems: [.noSuchDoctor, .chairNotAvailable, .noSuchLocalTime, .blockHasAppointments], idempotency: .accepted
    ) { _, body throws(Problem) in
        .creation { newID in
            let block: ID<Block> = newID()
            return ClinicCommand(
                BlockTime(block, body.wish), answer: DocumentAnswer(TimeBlocks.self, DocumentKey(block)))
        }
    }
}

extension Problem.Kind {
    /// The maximum number of appointments that the refusal of a request to block time names.
    static let mostNamedAppointments = 50

    static let blockHasAppointments = Problem.Kind(
        "block-has-appointments", 409, "Appointments are in this time",
        means: "The doctors or chairs have the appointments `appointment_ids` in the time that was to be blocked.",
        remedy: "Move the appointments first, or send `over_appointments` to let them stay.",
        members: [
            .member(
                "appointment_ids",
                Codec<[ID<Appointment>]>.array(.id(), 0...mostNamedAppointments).described(
                    "The appointments in this time, by time; at most \(mostNamedAppointments)."), example: [.example])
        ])
}
