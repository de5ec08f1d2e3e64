import ClinicDemo
import ClinicServer
import ClinicTestSupport
import Crypto
import Foundation
import Testing

extension Conformance {
    /// Tests accounts, the vault and the catalogue with the medication app's client.
    @Suite struct MedicationApps {
        private let key = SymmetricKey(size: .bits256)

        private func signIn(_ practice: Practice) async throws -> MedicationApp {
            let app = try await MedicationApp(practice)
            try await app.signIn("patient1@spree.example", DemoLogin.password)
            return app
        }

        @Test
        func
            `O35 O37 O38 a person without a clinic registers, confirms the address, signs in and synchronizes a vault`()
            async throws
        {
            let mailbox = try ExampleMailbox()
            defer { mailbox.remove() }
            try await Practice.open(mail: mailbox.configuration) { practice in
                let app = try await MedicationApp.registered("ida@mail.example", on: practice, mailbox)
                let (entity, device) = (UUID(), UUID())
                let blob = try VaultApp(practice.nobody, key: key).blob(entity, "dose", type: "doseLog")
                let pushed = try await app.request(MedicationApp.push([blob]), as: VaultApp.PushAnswer.self)
                #expect(pushed.accepted == [.init(entityId: entity, newVersion: 1)] && pushed.rejected.isEmpty)
                let pulled = try await app.request(
                    MedicationApp.pull(since: 0, device: device), as: VaultApp.PullAnswer.self)
                #expect(pulled.blobs == [blob] && pulled.serverVersion == 1 && !pulled.hasMore)
                let found = try await app.request(
                    MedicationApp.searchDrugs("ibuprofen"), as: MedicationApp.DrugPage.self)
                #expect(found.items.map(\.name) == ["ibuprofen"])
                try await app.send(MedicationApp.logout)
                await #expect(throws: MedicationApp.Failure.unauthorized) { try await app.send(MedicationApp.studies) }
                #expect(app.waits.isEmpty)
            }
        }

        @Test func `O3 O36 an app refreshes the session with the refresh token once the access token has expired`()
            async throws
        {
            try await Practice.open { practice in
                let app = try await signIn(practice)
                let first = try #require(app.tokens)
                #expect(!MedicationApp.isExpired(first.accessToken, at: app.clock))
                let pull = MedicationApp.pull(since: 0, device: UUID())
                _ = try await app.request(pull, as: VaultApp.PullAnswer.self)
                #expect(app.tokens?.refreshToken == first.refreshToken)
                app.clock += 11 * 60
                #expect(MedicationApp.isExpired(first.accessToken, at: app.clock))
                _ = try await app.request(pull, as: VaultApp.PullAnswer.self)
                #expect(app.tokens?.refreshToken != first.refreshToken)
            }
        }

        @Test
        func `O41 an app searches drugs, reads a drug by its id in upper case, and reads the studies that changed`()
            async throws
        {
            try await Practice.open { practice in
                let app = try await signIn(practice)
                func search(_ text: String) async throws -> [MedicationApp.Drug] {
                    try await app.request(MedicationApp.searchDrugs(text), as: MedicationApp.DrugPage.self).items
                }
                let both = try await search("amoxicillin + clav")
                #expect(both.map(\.name) == ["amoxicillin + clavulanic acid"])
                let named = try await search("Ácido fólico")
                #expect(named.map(\.name) == ["folic acid"])
                #expect(try await search("Ácido nenhum").isEmpty)
                let drug = try await app.request(MedicationApp.drug(both[0].id), as: MedicationApp.Drug.self)
                #expect(drug.name == both[0].name)
                let studies = try await app.request(MedicationApp.studies, as: MedicationApp.Studies.self)
                #expect(studies.items.count >= 40)
                let changed = try await app.request(
                    MedicationApp.studyUpdates(since: studies.version), as: MedicationApp.Studies.self)
                #expect(changed.items.isEmpty && changed.version == studies.version)
                app.tokens = nil
                let bundle = try await app.request(MedicationApp.bundle, as: MedicationApp.Bundle.self)
                #expect(bundle.drugs.count >= 150)
            }
        }

        @Test
        func `O42 the medication app does not retry after 403 and 404, and reads from a 429 how many seconds to wait`()
            async throws
        {
            var rates = RateLimits.none
            rates.session = RequestRate(perSecond: 1, burst: 20)
            try await Practice.open(rates: rates) { practice in
                let app = try await signIn(practice)
                await #expect(throws: MedicationApp.Failure.forbidden) {
                    try await app.send(MedicationApp.searchDrugs("ibuprofen", consent: false))
                }
                await #expect(throws: MedicationApp.Failure.notFound) { try await app.send(MedicationApp.drug(UUID())) }
                #expect(app.waits.isEmpty)
                var failure: MedicationApp.Failure?
                for _ in 0..<200 where failure == nil {
                    do { try await app.send(MedicationApp.studies) } catch let error as MedicationApp.Failure {
                        failure = error
                    }
                }
                guard case .rateLimited(let retryAfter)? = failure else {
                    Issue.record("200 requests were answered")
                    return
                }
                #expect(retryAfter.flatMap { Int($0) } != nil)
                #expect(app.waits.count >= 3 && app.waits.allSatisfy { $0 >= 1 })
            }
        }
    }
}
