import Clinic
import EventSourcing
import Identifiers
import Testing

/// Tests random sequences of merges, undone merges, bookings and cancellations of a few patients.
@Suite struct RandomMergesTests {
    private static let morning: Instant = "2026-11-20T08:00:00Z"
    private static let reason = Personal("Registered twice")
    private static let patients = (1...4 as ClosedRange<UInt64>).map { Practice.patient($0) }

    /// A clinic whose events are folded into documents one by one, as a server does.
    private struct Life {
        var desk: Desk
        let documents = DocumentFold(Patients.self)
        var folded = 0
        var booked: [ID<Appointment>] = []

        init() throws { desk = try Desk(Practice(patients: 4)) }

        mutating func run<D: Decision>(_ decision: D) where D.Event == ClinicEvent {
            _ = try? desk.run(decision, at: morning)
            for recorded in desk.given.feed[folded...] { documents.absorb([recorded]) }
            folded = desk.given.feed.count
        }

        mutating func tryOne(_ step: UInt64, _ random: inout SeededNumbers) {
            let one = patients.randomElement(using: &random) ?? Practice.patient(1)
            let other = patients.randomElement(using: &random) ?? Practice.patient(2)
            switch Int.random(in: 0...5, using: &random) {
            case 0: run(MergePatients(one, into: other, reason: reason))
            case 1: run(UnmergePatients(one, reason: reason))
            case 2:
                run(CancelAppointment(AppointmentTarget(booked.randomElement(using: &random) ?? 0), reason: reason))
            default:
                let id = Practice.appointment(step)
                booked.append(id)
                run(
                    BookAppointment(
                        id, patient: one, service: Practice.service(1),
                        start: ("2026-11-23T08:00:00Z" as Instant).adding(
                            minutes: 15 * Int64.random(in: 0...12, using: &random)), by: .staff))
            }
        }
    }

    private func registration(_ patient: ID<Patient>, _ life: Life) -> Registration {
        life.desk.given.state(.registration(of: patient))
    }

    /// Expects that both records of a merge name each other, and that no person has two appointments at one time on
    /// these two records.
    private func expectSound(_ life: Life) {
        for patient in Self.patients {
            guard let merged = registration(patient, life).mergedRecord else { continue }
            #expect(registration(merged, life).mergedInto == patient)
            let slots = [patient, merged].flatMap { record in
                life.booked.compactMap { life.desk.course($0) }
                    .filter { $0.visit.patient == record && $0.status.holdsTime }.map(\.visit.place.slot)
            }
            for (index, slot) in slots.enumerated() {
                #expect(!slots[..<index].contains { $0.start < slot.end && slot.start < $0.end })
            }
        }
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `after random merges no person is booked twice at a time, and documents equal a new fold of all events`(
        _ seed: UInt64
    ) throws {
        var random = SeededNumbers(seed)
        var life = try Life()
        for step in 1...80 as ClosedRange<UInt64> {
            life.tryOne(step, &random)
            expectSound(life)
        }
        for patient in Self.patients {
            let key = DocumentKey(patient)
            #expect(life.documents.row(key) == life.desk.given.row(Patients.self, key))
        }
    }

    @Test(arguments: 1...12 as ClosedRange<UInt64>)
    func `records whose merges are undone have the states that they would have if they had never been merged`(
        _ seed: UInt64
    ) throws {
        var random = SeededNumbers(seed)
        var life = try Life()
        for step in 1...60 as ClosedRange<UInt64> { life.tryOne(step, &random) }
        for patient in Self.patients { life.run(UnmergePatients(patient, reason: Self.reason)) }
        var apart = Given()
        for recorded in life.desk.given.feed where !Self.isOfMerge(recorded.event) {
            apart = apart.and(recorded.event, at: recorded.recordedAt, by: recorded.actor)
        }
        for patient in Self.patients {
            #expect(registration(patient, life).merge == nil)
            let agenda = Subject<PatientAgenda>(.patientYears(patient))
            #expect("\(life.desk.given.state(agenda))" == "\(apart.state(agenda))")
            let key = DocumentKey(patient)
            #expect(try text(key, life.desk.given) == text(key, apart))
        }
    }

    private static func isOfMerge(_ event: ClinicEvent) -> Bool {
        switch event {
        case .patient(.patientMerged), .patient(.patientUnmerged): true
        default: false
        }
    }

    /// A patient's document and its columns without the version, which counts the merges too.
    private func text(_ key: DocumentKey, _ given: Given) throws -> String {
        let row = try #require(given.row(Patients.self, key))
        return ([String(decoding: row.document, as: UTF8.self)] + row.columns.map(\.shown)).joined(separator: "\n")
            .replacing(#/"version":\d+/#, with: "")
    }
}
