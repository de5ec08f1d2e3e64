import Clinic
import EventSourcing
import Identifiers
import JSON

/// A part of the clinic whose commands are tried in random sequences, with the rules that its states must keep.
struct Aggregate: Sendable, CustomStringConvertible {
    let name: String
    /// The requests with which each random sequence of requests begins. They succeed.
    var prelude: [Move] = []
    let moves: [Move]
    /// The read models whose documents are compared after their events are folded again. The keys of the documents are
    /// ids for later requests.
    let documents: [AnyProjection<ClinicEvent>]
    var lives: [Life] = []
    var unique: [UniqueMember] = []
    /// The faults of an aggregate's states after some events; empty if the states are legal.
    var faults: @Sendable (ClinicInMemory) -> [String] = { _ in [] }

    var description: String { name }

    /// The life of the entities of one read model: the events with which an entity begins and ends.
    struct Life: Sendable {
        let projection: AnyProjection<ClinicEvent>
        let begins: Set<String>
        let ends: Set<String>
        /// The types of events that may still follow for an entity after an event of a type in `ends`.
        let afterwards: Set<String>

        init<P: Projection>(
            _ projection: P.Type, begins: Set<String>, ends: Set<String> = [], afterwards: Set<String> = []
        ) where P.Event == ClinicEvent {
            self.projection = AnyProjection(projection)
            self.begins = begins
            self.ends = ends
            self.afterwards = afterwards
        }

        /// The faults of the entities' events: an event before the one with which an entity begins, or an event after
        /// an entity's end whose type is not in `afterwards`.
        func faults(_ feed: [Recorded<ClinicEvent>]) -> [String] {
            var hasEnded: [DocumentKey: Bool] = [:]
            var faults: [String] = []
            for recorded in feed {
                let keys = projection.keys(of: recorded)
                guard !keys.isEmpty else { continue }
                let event = type(of: recorded.event.payload).stored.name
                for key in keys {
                    switch hasEnded[key] {
                    case nil where !begins.contains(event): faults.append("\(event) before the beginning")
                    case true? where !afterwards.contains(event): faults.append("\(event) after the end")
                    default: break
                    }
                    if hasEnded[key] != true { hasEnded[key] = ends.contains(event) }
                }
            }
            return faults
        }
    }

    /// A member of documents that has a different value in each document in use.
    struct UniqueMember: Sendable {
        let table: StaticName
        let name: String

        init<P: Projection>(_ projection: P.Type, _ name: String) where P.Event == ClinicEvent {
            table = P.table.name
            self.name = name
        }

        func faults(_ documents: [JSONValue]) -> [String] {
            let values = documents.filter { $0["active"]?.bool != false }.compactMap { $0[name]?.string?.uppercased() }
            return Set(values).count == values.count ? [] : ["two documents with the same \(name): \(values)"]
        }
    }

    static let admin = Practice.doctor(9)

    /// The first events of the clinic in which all sequences begin. The clinic has two doctors, two chairs, two
    /// services of which one has buffers and one is for two patients at once, three patients, and an admin.
    static func clinic() throws -> [ClinicEvent] {
        var practice = Practice(services: [30, 60], buffers: [2: ChairBuffers(minutesBefore: 10, minutesAfter: 15)])
        practice.capacities = [1: 2]
        practice.rules = standardRules(approvesPatientBookings: true)
        return try practice.events(and: [
            event("staff-hired", #"{"staff_id":"\#(admin)","details":{"name":"Kim","roles":["admin"]}}"#)
        ])
    }

    static let all =
        visits + money + clinicParts + [
            recovery, treatment, dentalChart, chart, notes, prescriptions, historyForms, consents,
            messages,
        ]
}
