import Clinic
import EventSourcing
import Identifiers
import Testing

/// The history of a clinic in a test. A decision that is not rejected adds its events to the history.
struct Desk {
    private(set) var given = Given()
    private var made: UInt64 = 0
    /// The keys of the documents that the history's events have changed, by the read model's name.
    private var changed: [StaticName: Set<DocumentKey>] = [:]

    init(_ practice: Practice = Practice()) throws { add(given.and(try practice.events())) }

    /// Books an appointment and returns its id.
    @discardableResult
    mutating func book(
        _ start: Instant, patient: UInt64 = 1, doctor: UInt64? = 1, hygienist: UInt64? = nil, chair: UInt64? = nil,
        service: UInt64 = 1, by side: BookingSide = .patient, account: UUIDBytes? = nil, at now: Instant
    ) throws -> ID<Appointment> {
        made += 1
        let id = Practice.appointment(made)
        let book = BookAppointment(
            id, patient: Practice.patient(patient), service: Practice.service(service),
            doctor: doctor.map(Practice.doctor), hygienist: hygienist.map(Practice.doctor),
            chair: chair.map(Practice.chair), start: start, by: side)
        try run(book, by: account, at: now)
        return id
    }

    /// Runs a decision and adds its events to the history. A rejection is thrown.
    @discardableResult
    mutating func run<D: Decision>(
        _ decision: D, by account: UUIDBytes? = nil, at now: Instant
    ) throws -> [ClinicEvent] where D.Event == ClinicEvent {
        try run(decision, as: account.map { Actor.account($0, role: "staff") } ?? .system, at: now)
    }

    @discardableResult
    mutating func run<D: Decision>(
        _ decision: D, as actor: Actor, at now: Instant
    ) throws -> [ClinicEvent] where D.Event == ClinicEvent {
        let events = try given.when(decision, at: now).result.get()
        add(given.and(events, at: now, by: actor))
        return events
    }

    /// Adds the last events of a longer history to this history. The test fails if an event declares that it creates a
    /// document, and is not the document's first event: for such an event, the append reads no stored document.
    private mutating func add(_ longer: Given) {
        for recorded in longer.feed[given.feed.count...] {
            for projection in ClinicFeatures.projections {
                for key in projection.keys(of: recorded) {
                    let isNew = changed[projection.table.name, default: []].insert(key).inserted
                    guard !isNew, projection.isMadeAnew(by: recorded.event) else { continue }
                    Issue.record("\(recorded.event.asStored) creates a document of \(projection.table.name) again")
                }
            }
        }
        given = longer
    }

    mutating func advance(
        _ step: AdvanceAppointment.Step, _ id: ID<Appointment>, early: Bool = true, at now: Instant
    ) throws { try run(AdvanceAppointment(step, AppointmentTarget(id), early: early), at: now) }

    /// Sets the clinic's rules so that guardians may act for their dependants.
    mutating func letGuardiansAct(at now: Instant) throws {
        let rules = SchedulingRules(
            offerMinutes: 15, minimumNoticeMinutes: 120, horizonDays: 90, holdMinutes: 5, cancellationNoticeHours: 48,
            noShowAfterMinutes: 15, approvesPatientBookings: false, deskSet: DeskRules(guardiansBook: true))
        try run(SetSchedulingRules(rules), at: now)
    }

    mutating func happens(_ event: ClinicEvent, at now: Instant) { add(given.and([event], at: now)) }

    /// The rejection of a decision, which is not added to the history; `nil` if the decision succeeds.
    func rejection<D: Decision>(_ decision: D, at now: Instant) -> D.Rejection? where D.Event == ClinicEvent {
        guard case .failure(let rejection) = given.when(decision, at: now).result else { return nil }
        return rejection
    }

    /// The obstacle with which a booking at a start time is rejected; `nil` if it is not rejected.
    func obstacle(
        _ start: Instant, patient: UInt64 = 1, doctor: UInt64? = 1, chair: UInt64? = nil, service: UInt64 = 1,
        by side: BookingSide = .patient, at now: Instant
    ) -> Obstacle? {
        let book = BookAppointment(
            999_999, patient: Practice.patient(patient), service: Practice.service(service),
            doctor: doctor.map(Practice.doctor), chair: chair.map(Practice.chair), start: start, by: side)
        switch rejection(book, at: now) {
        case nil: return nil
        case .placement(.notFree(let obstacle, _)): return obstacle
        case .some(let other):
            Issue.record("refused otherwise: \(other)")
            return nil
        }
    }

    func status(_ id: ID<Appointment>) -> AppointmentStatus? { course(id)?.status }

    func course(_ id: ID<Appointment>) -> Appointment.Course? {
        guard case .made(let course) = given.state(Subject<Appointment>(.appointment(id))) else { return nil }
        return course
    }

    /// The slots that are offered from one day to another, as `GET /slots` lists them.
    func offers(
        _ from: CivilDate, to: CivilDate? = nil, doctor: UInt64? = nil, service: UInt64 = 1,
        by side: BookingSide = .patient, patient: UInt64? = nil, at now: Instant
    ) throws -> [Offer] {
        let search = SlotSearch(
            service: Practice.service(service), doctor: doctor.map(Practice.doctor), from: from, to: to ?? from,
            by: side,
            patient: patient.map(Practice.patient))
        return try ask(at: now) { model, now throws(SlotSearch.Rejection) in try search.offers(&model, at: now) }
    }

    /// Runs a query on states that are folded from the test clinic's history, and returns its answer.
    func ask<Answer, Rejection: Error>(
        at now: Instant, _ question: (inout DecisionModel<ClinicEvent>, Instant) throws(Rejection) -> Answer
    ) throws -> Answer {
        let cache = StateCache<ClinicEvent>(zones: .system)
        while true {
            var model = DecisionModel(cache)
            let answer = Result { () throws(Rejection) in try question(&model, now) }
            if model.missing.isEmpty { return try answer.get() }
            cache.load(
                model.missing, after: StateCache.request(missing: model.missing), events: given.feed,
                upTo: Int64(given.feed.count))
        }
    }
}
