import ClinicServer
import Endpoints
import Testing

/// Tests which operations are made in turns. The rule follows from the description, so that a new file or export is
/// found without a list.
@Suite struct HeavyOperationsTests {
    @Test func `each file, page and export for a signed-in caller is made in turns`() {
        let heavy = Set(ServerAPI.operations.filter(\.isHeavy).map(\.id))
        let expected = [
            "exportAuditEvents", "listAuditEvents", "exportKPIBars", "exportPayroll", "exportReceivables", "readFeed",
            "exportPatient", "exportPatientAsPage", "exportPatientAsFile", "exportTakings", "getStatementFile",
        ]
        for id in expected { #expect(heavy.contains(id), "\(id)") }
    }

    @Test func `frequent reads and commands are not made in turns`() {
        let heavy = Set(ServerAPI.operations.filter(\.isHeavy).map(\.id))
        for operation in ServerAPI.operations where operation.isPolled || !operation.isSafe {
            #expect(!heavy.contains(operation.id), "\(operation.id)")
        }
    }

    @Test func `each search is made in turns, and a polled list is not`() {
        let searches = Set(ServerAPI.operations.filter(\.isSearch).map(\.id))
        for id in ["findPatients", "listSlots", "searchDrugsToPrescribe"] { #expect(searches.contains(id), "\(id)") }
        for operation in ServerAPI.operations where operation.isPolled || !operation.isSafe {
            #expect(!searches.contains(operation.id), "\(operation.id)")
        }
    }
}
