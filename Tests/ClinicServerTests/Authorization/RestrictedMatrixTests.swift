import ClinicServer
import ClinicTestSupport
import Endpoints
import JSON
import TestSupport
import Testing

/// Walks the read operations of the authorization matrix again, with the record of the first patient restricted. New
/// operations are included, since the requests are generated from the endpoints' declarations.
@Suite(.database(.demo)) struct RestrictedMatrixTests {
    private static let reads = ServerAPI.operations.filter { $0.requiresAuthentication && $0.isSafe }
    private static let mark = FurnishedClinic.clinicalMark("spree", 0)

    @Test func `no read operation shows staff without access a text of a restricted record`() async throws {
        try await Practice.open { practice in
            let matrix = try await AuthorizationMatrix(practice, doctor: practice.doctorWithoutAccess())
            for operation in Self.reads { try await matrix.walkWhatIsShown(operation) }
            try await matrix.walkDayOfVisit()
            // Without a restriction the texts are shown, so the walk would find them.
            let shown = matrix.seen.filter { $0.role?.isStaff == true && $0.text.contains(Self.mark) }
            #expect(shown.count > 30, "\(shown.map(\.cell))")
            try await matrix.restrictFirstPatient()
            matrix.forget()
            for operation in Self.reads { try await matrix.walkWhatIsShown(operation) }
            try await matrix.walkDayOfVisit()
            for answer in matrix.seen where answer.role?.isStaff == true {
                #expect(!answer.text.contains(Self.mark), "\(answer.cell): \(answer.text)")
            }
            let patients = matrix.seen.filter { $0.role == .patient && $0.text.contains(Self.mark) }
            #expect(patients.count > 5, "\(patients.map(\.cell))")
        }
    }

    @Test func `a guardian gets nothing of a dependant's record while the record is restricted`() async throws {
        try await Practice.open { practice in
            let matrix = try await AuthorizationMatrix(practice, patient: "patient3")
            try await matrix.nameFirstPatientsGuardian()
            let operations = ServerAPI.operations.filter { $0.requiresAuthentication && $0.roles.contains(.patient) }
            for operation in operations where operation.isSafe { try await matrix.walkWhatIsShown(operation) }
            let name = FurnishedClinic.names("spree")[0]
            func found() -> [String] {
                matrix.seen.filter {
                    $0.role == .patient && ($0.text.contains(Self.mark) || $0.text.contains(name))
                }.map(\.cell)
            }
            #expect(found().count > 5, "\(found())")
            try await matrix.restrictFirstPatient()
            matrix.forget()
            for operation in operations { try await matrix.walkWhatIsShown(operation) }
            #expect(found() == [])
            for answer in matrix.seen where answer.role == .patient && !answer.operation.isSafe {
                let request = try MatrixRequest(answer.operation, as: .patient)
                let isAboutThePatient = request.places.contains {
                    $0.isInPath && $0.subject.isPrivate && !$0.subject.isTheAccounts
                }
                guard isAboutThePatient else { continue }
                #expect([403, 404].contains(answer.status), "\(answer.cell): \(answer.text)")
            }
        }
    }
}

extension AuthorizationMatrix {
    private var firstPatient: String { here.things[0][.patient] ?? "" }

    func restrictFirstPatient() async throws {
        let set = try await apps[.admin]?.put("patients/\(firstPatient)/restriction", #"{"restricted":true}"#)
        guard set?.status == 200 else { throw Missing(what: "a restricted record") }
    }

    /// Makes the calling patient the guardian of the first patient, in a clinic that lets guardians act.
    func nameFirstPatientsGuardian() async throws {
        guard let admin = apps[.admin], let guardian = apps[.patient]?.subject else { return }
        let rules = try await admin.get("clinic/settings")["scheduling"]
        let permitting = "\(try #require(rules))".replacing(
            #""guardians_book":false"#, with: #""guardians_book":true"#)
        let set = try await admin.put("clinic/scheduling", permitting)
        guard set.status == 200 else { throw Missing(what: "guardians who act: \(set.status)") }
        let named = try await admin.send("PUT", "patients/\(firstPatient)/guardians/\(guardian)")
        guard named.status == 200 else { throw Missing(what: "a guardian") }
    }

    func releaseFirstPatientsGuardian() async throws {
        guard let guardian = apps[.patient]?.subject else { return }
        let ended = try await apps[.admin]?.delete("patients/\(firstPatient)/guardians/\(guardian)")
        guard ended?.status == 200 else { throw Missing(what: "the end of a guardianship") }
    }
}

extension Practice {
    /// Creates a login for a new doctor, who has treated nobody and so may open no restricted record. Returns its name.
    func doctorWithoutAccess() async throws -> String {
        let (admin, name) = (try await signIn("admin"), "newdoctor")
        let id = try await admin.post("staff", #"{"name":"Dr. Ida Neu","role":"doctor"}"#).text("id")
        let made = try await admin.post(
            "staff/\(id)/account", #"{"email":"\#(name)@spree.example","password":"chairside-demo"}"#)
        guard made.status == 201 else { throw Missing(what: "a doctor's login") }
        return name
    }
}
