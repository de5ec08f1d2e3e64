import ClinicDemo
import ClinicOperations
import ClinicTestSupport
import TestSupport
import Testing

/// Tests that the demo, whose passwords are public, is not added to a real clinic's database by mistake.
@Suite struct DemoBesideClinicsTests {
    private func found(_ name: String) async throws {
        _ = try await ClinicAdministration(try .demo()).found(
            ClinicAdministration.Founding(
                name: name, zone: "Europe/Vienna", currency: "EUR", adminName: "Dr. Eva Moser",
                adminEmail: "eva@donau.example", adminRoles: ["admin"]))
    }

    @Test(.database) func `the demo refuses a database with another clinic, unless it is told to be beside it`()
        async throws
    {
        _ = try await Maintenance.migrate(TestDatabase.current.conninfo)
        try await found("Praxis Donau")
        do {
            _ = try await DemoData(.demo(), patients: 4, days: 1).fill()
            Issue.record("the demo was added")
        } catch let refusal as OtherClinics {
            #expect("\(refusal)".contains("Praxis Donau"))
            #expect("\(refusal)".contains("--beside-other-clinics"))
        }
        #expect(try await ClinicAdministration(.demo()).list().count == 1)
        let report = try await DemoData(.demo(), patients: 4, days: 1, besideOtherClinics: true).fill()
        #expect(!report.wasThere)
        #expect(try await ClinicAdministration(.demo()).list().count == 3)
    }

    @Test(.database(.demo)) func `a demo that is there already changes nothing and is not refused`() async throws {
        try await found("Praxis Donau")
        #expect(try await DemoData(.demo(), patients: 12).fill().wasThere)
    }
}
