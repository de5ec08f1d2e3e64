import ClinicOperations
import ClinicServer
import ClinicTestSupport
import EventSourcing
import Testing

extension Practice {
    /// Records as missed the check-ins that are due in the next `hours` hours, as a server does when the hours have
    /// passed.
    func settleCheckIns(after hours: Int64) async throws { try await settleCheckIns(after: [hours]) }

    /// Runs the timed step for due check-ins once for each number, as a server does that many hours from now.
    func settleCheckIns(after hours: [Int64]) async throws {
        let now = try await now()
        try await Installation.demo().withServices { services, _ in
            for hours in hours { try await TimedSteps(services).step(.dueCheckIns, at: now.adding(hours: hours)) }
        }
    }

    /// Prescribes check-ins for a patient, who makes one and misses one, and requests every path that shows check-ins.
    func readCheckIns(of patient: App, _ doctor: App) async throws {
        let path = "check-ins/patients/\(patient.subject)"
        #expect(try await doctor.put("\(path)/plan", "{}").status == 200)
        #expect(try await patient.post("check-ins", "{}").status == 201)
        try await settleCheckIns(after: 25)
        for own in ["check-ins", "check-ins/plan"] { #expect(try await patient.get(own).status == 200) }
        #expect(try await !doctor.get("check-ins/missed").items.isEmpty)
        for theirs in [path, "\(path)/plan"] { #expect(try await doctor.get(theirs).status == 200) }
    }
}
