import ClinicOperations
import ClinicServer
import ClinicTestSupport

extension Practice {
    /// Counts the check-ins as missed that will have been due in some hours, as a server does by then.
    func settleCheckIns(after hours: Int64) async throws {
        let later = try await now().adding(hours: hours)
        try await Installation.demo().withServices { services, _ in
            try await TimedSteps(services).step(.dueCheckIns, at: later)
        }
    }
}
