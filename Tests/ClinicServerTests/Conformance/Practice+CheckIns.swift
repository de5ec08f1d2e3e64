import ClinicOperations
import ClinicServer
import ClinicTestSupport
import EventSourcing
import Testing

extension Practice {
    /// Counts the check-ins as missed that will have been due in some hours, as a server does by then.
    func settleCheckIns(after hours: Int64) async throws {
        let later = try await now().adding(hours: hours)
        try await Installation.demo().withServices { services, _ in
            try await TimedSteps(services).step(.dueCheckIns, at: later)
        }
    }

    /// Prescribes check-ins for a patient, who makes one and misses one, and requests every path that shows them.
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
