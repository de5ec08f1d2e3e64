import ClinicServer
import ClinicTestSupport
import Crypto
import EventSourcing
import Foundation
import Testing

extension Conformance {
    /// Tests accounts, the catalogue and device reports with the medication app.
    @Suite struct MedicationApps {
        private typealias Failure = MedicationApp.APIError

        private let key = SymmetricKey(size: .bits256)

        @Test
        func
            `O35 O37 O38 a person without a clinic registers, confirms the address, signs in and synchronizes a vault`()
            async throws
        {
            let mailbox = try ExampleMailbox()
            defer { mailbox.remove() }
            try await Practice.open(mail: mailbox.configuration) { practice in
                let app = try await MedicationApp.registered("ida@mail.example", on: practice, mailbox, key: key)
                #expect(await app.cachedUserName == "Ida Sommer")
                #expect(await app.cachedTier == "personal")
                let dose = try await app.logDose("taken")
                #expect(await app.state == .completed(.init(uploaded: 2)))
                // The app encrypts a logged dose twice, so the server has two versions with the same content.
                #expect(try await app.kept(of: dose) == ["taken", "taken"])
                await app.sync()
                #expect(await app.state == .completed(.init(downloaded: 1)))
                #expect(await app.lastSyncVersion == 2)
                let found = try await app.request(.searchDrugs(query: "ibuprofen"), as: MedicationApp.DrugPage.self)
                #expect(found.items.map(\.name) == ["ibuprofen"])
                try await app.logout()
                await #expect(throws: Failure.unauthorized) { try await app.request(.getStudiesCatalog) }
                #expect(await app.waits.isEmpty)
            }
        }

        @Test func `O3 O36 an app refreshes the session with the refresh token once the access token has expired`()
            async throws
        {
            try await Practice.open { practice in
                let app = try await MedicationApp.installed(practice, key: key)
                #expect(await app.cachedTier == "clinic")
                let first = await app.authToken
                await app.sync()
                #expect(await app.state == .completed(.init()))
                #expect(await app.authToken == first)
                await app.moveClock(bySeconds: 11 * 60)
                await app.sync()
                #expect(await app.state == .completed(.init()))
                #expect(await app.authToken != first)
            }
        }

        @Test
        func `O41 an app searches drugs, reads a drug by its id in upper case, and reads the studies that changed`()
            async throws
        {
            try await Practice.open { practice in
                let app = try await MedicationApp.installed(practice, key: key)
                func search(_ text: String) async throws -> [MedicationApp.Drug] {
                    try await app.request(.searchDrugs(query: text), as: MedicationApp.DrugPage.self).items
                }
                let both = try await search("amoxicillin + clav")
                #expect(both.map(\.name) == ["amoxicillin + clavulanic acid"])
                let named = try await search("Ácido fólico")
                #expect(named.map(\.name) == ["folic acid"])
                #expect(try await search("Ácido nenhum").isEmpty)
                let drug = try await app.request(.getDrug(id: both[0].id), as: MedicationApp.Drug.self)
                #expect(drug.name == both[0].name)
                let studies = try await app.request(.getStudiesCatalog, as: MedicationApp.Studies.self)
                #expect(studies.items.count >= 40)
                let changed = try await app.request(
                    .getStudyUpdates(sinceVersion: studies.version), as: MedicationApp.Studies.self)
                #expect(changed.items.isEmpty && changed.version == studies.version)
                let stranger = try await MedicationApp(practice, key: key)
                let bundle = try await stranger.request(.getCatalogBundle, as: MedicationApp.Bundle.self)
                #expect(bundle.drugs.count >= 150)
            }
        }

        @Test func `O42 an app tells apart a missing session, unknown data and too many requests, and reads the wait`()
            async throws
        {
            var rates = RateLimits.none
            rates.session = RequestRate(perSecond: 1, burst: 20)
            try await Practice.open(rates: rates) { practice in
                let app = try await MedicationApp.installed(practice, key: key)
                await #expect(throws: Failure.notFound) { try await app.request(.getDrug(id: UUID())) }
                let stranger = try await MedicationApp(practice, key: key)
                await #expect(throws: Failure.unauthorized) { try await stranger.request(.getStudiesCatalog) }
                await #expect(throws: Failure.unauthorized) {
                    try await stranger.login(email: "patient1@spree.example", password: "wrong")
                }
                var failure: Failure?
                for _ in 0..<200 where failure == nil {
                    do { try await app.request(.getStudiesCatalog) } catch let error as Failure { failure = error }
                }
                guard case .rateLimited(let retryAfter)? = failure else {
                    Issue.record("200 requests were answered")
                    return
                }
                #expect(retryAfter.flatMap { Int($0) }.map { $0 >= 1 } == true)
                #expect(await app.waits.isEmpty)
            }
        }

        @Test func `an app reports the device when it starts, also after idle hours, before anybody has unlocked it`()
            async throws
        {
            try await Practice.open { practice in
                let kept = try await loginInThePast(
                    "patient1", device: "phone", at: practice.now().adding(hours: -9))
                let app = try await MedicationApp(practice, key: key, keychain: kept)
                func report(_ result: String, _ action: String) async throws {
                    try await app.request(
                        .deviceReport(
                            .init(
                                result: result, action: action, timestamp: try await practice.date(),
                                osVersion: "17.2", deviceModel: "iPhone15,3")))
                }
                try await report("secure", "log")
                let again = try await practice.signIn("patient1", device: "phone")
                #expect(try await again.get("patient/home").status == 200)
                try await report("suspicious", "warn")
                #expect(try await again.get("patient/home").status == 200)
                try await report("jailbroken", "block")
                #expect(try await again.refusal(of: "patient/home") == "session-restricted")
                let next = try await practice.signIn("patient1", device: "phone")
                #expect(try await next.get("patient/home").problem == "session-restricted")
            }
        }
    }
}
