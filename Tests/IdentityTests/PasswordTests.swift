import Endpoints
import EventSourcing
import Identifiers
import Identity
import JSON
import SQL
import TestSupport
import Testing

@Suite(.database(.identity), .timeLimit(.minutes(30))) struct PasswordTests {
    private func reason(_ password: String, _ role: Role, _ office: Office) async throws -> String? {
        let grant = AccountGrant(
            email: "mira.halvorsen@bergdental.example", name: "Mira Halvorsen", password: password,
            clinic: Person.ana.clinic, roles: [role], subject: UUIDBytes(high: 3, low: 3))
        do {
            _ = try await office.identity.grant(grant, at: noon)
            return nil
        } catch let problem as Problem {
            #expect(problem.kind.name == "weak-password")
            #expect(problem.status == 409)
            return IdentityReply(problem).json?["reason"]?.string
        }
    }

    @Test(
        arguments: [
            "password1234", "P@ssw0rd2024!", "passwordpassword", "qwertyuiop12", "1qaz2wsx3edc", "123456789012",
            "aaaaaaaaaaaaaa", "abcabcabcabc", "abcdefghijkl", "iloveyou2023!!", "Sommer2024!!", "Dragon-Monkey-1",
            "miraHalvorsen1", "bergdental2026", "mira.halvorsen", "asdfghjkl1234", "Football-1986", "zahnarztpraxis1",
        ])
    func `an easily guessed password is refused`(_ password: String) async throws {
        try await withOffice { office in
            let found = try await reason(password, .receptionist, office)
            #expect(found == "too_common")
        }
    }

    @Test(
        arguments: [
            "correct horse battery", "tr0ub4dor and 3", "kX9#vQ2mLp7w", "drei Elche im Regen", "vier nasse Möwen",
            "a password is not enough", "九つの静かな山と川と空に", String(repeating: "lamp-quiver-", count: 10) + "oak",
        ])
    func `a long password is accepted if it has several words or no known pattern`(_ password: String) async throws {
        try await withOffice { office in
            let found = try await reason(password, .admin, office)
            #expect(found == nil)
        }
    }

    @Test func `passwords have at least twelve characters for staff, ten for patients, and at most 128`() async throws {
        try await withOffice { office in
            let short = try await reason("kX9#vQ2mLp7", .doctor, office)
            #expect(short == "too_short")
            let shorter = try await reason("kX9#vQ2mL", .patient, office)
            #expect(shorter == "too_short")
            let long = try await reason(String(repeating: "lamp-quiver", count: 12), .doctor, office)
            #expect(long == "too_long")
            let enough = try await reason("kX9#vQ2mLp", .patient, office)
            #expect(enough == nil)
        }
    }

    @Test func `a password set in one Unicode normalization form is accepted in another one`() async throws {
        try await withOffice { office in
            try await office.welcome(Person(password: "vier nasse Mo\u{308}wen"))
            #expect(try await office.login(Person(password: "vier nasse M\u{f6}wen")).status == 200)
            #expect(try await office.login(Person(password: "vier nasse Mowen")).status == 401)
        }
    }
}
