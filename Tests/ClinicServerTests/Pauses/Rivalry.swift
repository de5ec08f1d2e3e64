import Clinic
import EventSourcing
import EventStore
import Identifiers

/// Two conflicting commands. The test stops the command `ours` halfway and runs `theirs` meanwhile.
struct Rivalry: Sendable {
    let name: String
    /// The commands that run before the conflicting commands `ours` and `theirs`.
    var before: [Wish] = []
    let ours: Wish
    let theirs: Wish
    /// The expected outcome of the command `ours` if the command `theirs` has taken effect before it.
    var oursSecond = ClinicNode.Verdict.refused
    /// The expected outcome of the command `theirs` if the command `ours` has taken effect before it.
    var theirsSecond = ClinicNode.Verdict.refused
    /// A third command, which must be refused while one of the two conflicting commands has taken the time for which
    /// they compete.
    var late = Appointing(3, patient: 2)
}

/// A command that a test sends to a node, with the command's id.
struct Wish: Sendable {
    let id: UUIDBytes
    private let send: @Sendable (ClinicNode) async -> ClinicNode.Verdict
    private let read: @Sendable (ClinicNode) async throws -> Void

    init<D: Decision>(_ number: Int, _ decision: D) where D.Event == ClinicEvent {
        let id = UUIDBytes(high: 0xc0, low: UInt64(number))
        self.id = id
        send = { node in await node.verdict(decision, id: id) }
        read = { node in try await node.look(decision) }
    }

    func sent(to node: ClinicNode) async -> ClinicNode.Verdict { await send(node) }

    /// Loads all states that the command's decision reads into the cache of the server `node`.
    func looked(at node: ClinicNode) async throws { try await read(node) }
}

/// The booking of an appointment, with the numbers of appointment, patient, doctor and chair.
struct Appointing: Sendable {
    let number: Int
    let patient: Int
    let doctor: Int
    let chair: Int
    let start: Instant

    init(_ number: Int, patient: Int = 0, doctor: Int = 0, chair: Int = 0, hoursLater hours: Int64 = 0) {
        self.number = number
        self.patient = patient
        self.doctor = doctor
        self.chair = chair
        start = SmallClinic.wanted.adding(hours: hours)
    }

    func wish(_ id: Int) -> Wish {
        Wish(
            id,
            BookAppointment(
                ID(number: number), patient: SmallClinic.patients[patient], service: SmallClinic.service,
                doctor: SmallClinic.doctors[doctor], chair: SmallClinic.chairs[chair], start: start, by: .staff))
    }
}

extension Wish {
    static func books(_ id: Int, _ appointing: Appointing) -> Wish { appointing.wish(id) }

    /// Moves an appointment to the time for which the commands compete or some hours later, with the same doctor and
    /// chair.
    static func moves(_ id: Int, _ number: Int, hoursLater hours: Int64 = 0) -> Wish {
        Wish(
            id,
            RescheduleAppointment(
                AppointmentTarget(ID(number: number)), start: SmallClinic.wanted.adding(hours: hours)))
    }

    static func cancels(_ id: Int, _ number: Int) -> Wish {
        Wish(id, CancelAppointment(AppointmentTarget(ID(number: number)), reason: Personal("asked to")))
    }
}

extension Rivalry {
    static let all = [
        Rivalry(
            name: "another patient wants the doctor",
            ours: .books(1, Appointing(1)), theirs: .books(2, Appointing(2, patient: 1, chair: 1))),
        Rivalry(
            name: "another doctor wants the chair",
            ours: .books(1, Appointing(1)), theirs: .books(2, Appointing(2, patient: 1, doctor: 1)),
            late: Appointing(3, patient: 2, doctor: 2)),
        Rivalry(
            name: "the patient is booked elsewhere too",
            ours: .books(1, Appointing(1)), theirs: .books(2, Appointing(2, doctor: 1, chair: 1)),
            late: Appointing(3, doctor: 2, chair: 2)),
        Rivalry(
            name: "the same command comes again",
            ours: .books(1, Appointing(1)), theirs: .books(1, Appointing(1)),
            oursSecond: .done(.replayed), theirsSecond: .done(.replayed)),
        Rivalry(
            name: "another appointment is moved there",
            before: [.books(10, Appointing(2, patient: 1, hoursLater: 2))],
            ours: .books(1, Appointing(1)), theirs: .moves(2, 2)),
        Rivalry(
            name: "somebody books where ours is moved to",
            before: [.books(10, Appointing(1, hoursLater: 2))],
            ours: .moves(1, 1), theirs: .books(2, Appointing(2, patient: 1, chair: 1))),
        Rivalry(
            name: "what ours moves is moved elsewhere",
            before: [.books(10, Appointing(1, hoursLater: 2))],
            ours: .moves(1, 1), theirs: .moves(2, 1, hoursLater: 4),
            oursSecond: .done(.new), theirsSecond: .done(.new)),
        Rivalry(
            name: "what ours moves is cancelled",
            before: [.books(10, Appointing(1, hoursLater: 2))],
            ours: .moves(1, 1), theirs: .cancels(2, 1),
            theirsSecond: .done(.new)),
    ]
}
