import ClinicTestSupport
import Crypto
import EventSourcing
import Foundation
import Testing

extension Conformance {
    /// Tests the vault with the medication app through a day: idle hours, lost connections, and a second device.
    @Suite struct MedicationDays {
        private let key = SymmetricKey(size: .bits256)

        /// Synchronizes both devices until neither has something new.
        private func settle(_ phone: MedicationApp, _ tablet: MedicationApp) async {
            for app in [phone, tablet, phone, tablet] { await app.sync() }
        }

        @Test func `O37 O38 an app that was idle for hours synchronizes without another login`() async throws {
            try await Practice.open { practice in
                let kept = try await loginInThePast(
                    "patient1", device: "phone", at: practice.now().adding(hours: -9))
                let app = try await MedicationApp(practice, key: key, keychain: kept)
                let medication = try await app.save("400 mg")
                let dose = try await app.logDose("taken")
                #expect(await app.state == .completed(.init(uploaded: 3)))
                #expect(await app.queue.isEmpty)
                let tablet = try await MedicationApp.installed(practice, key: key)
                await tablet.sync()
                #expect(await tablet.texts == [medication: "400 mg", dose: "taken"])
            }
        }

        @Test(arguments: MedicationApp.VersionQuestion.allCases)
        func `O37 O38 two devices of a person have the same entities after each has saved, changed and deleted some`(
            _ question: MedicationApp.VersionQuestion
        ) async throws {
            try await Practice.open { practice in
                let phone = try await MedicationApp.installed(practice, key: key, question: question)
                let tablet = try await MedicationApp.installed(practice, key: key, question: question)
                let (first, second) = try await (phone.save("400 mg"), tablet.save("at noon", .schedule))
                await settle(phone, tablet)
                #expect(await phone.texts == [first: "400 mg", second: "at noon"])
                #expect(await tablet.texts == phone.texts)
                await phone.turn(online: false)
                _ = try await phone.save("600 mg", as: first)
                _ = try await phone.save("800 mg", as: first)
                await phone.delete(second)
                #expect(await phone.state == .offline)
                await phone.turn(online: true)
                #expect(await phone.state == .completed(.init(uploaded: 3)))
                await settle(phone, tablet)
                #expect(await tablet.texts == [first: "800 mg"])
                #expect(await tablet.entities == phone.entities)
                #expect(try await tablet.kept(of: first) == ["800 mg", "600 mg", "400 mg"])
                #expect(try await tablet.kept(of: second) == ["", "at noon"])
            }
        }

        @Test(arguments: MedicationApp.VersionQuestion.allCases, MedicationApp.Loss.allCases)
        func `O37 O38 a connection lost at any step of a synchronization loses nothing and stores nothing twice`(
            _ question: MedicationApp.VersionQuestion, _ loss: MedicationApp.Loss
        ) async throws {
            try await Practice.open { practice in
                let phone = try await MedicationApp.installed(practice, key: key, question: question)
                let tablet = try await MedicationApp.installed(practice, key: key, question: question)
                // The steps are: the question for the version, three pushes, and the pull.
                for step in 0..<5 {
                    await settle(phone, tablet)
                    let theirs = try await tablet.save("tablet \(step)")
                    await tablet.sync()
                    let mine = try await [
                        phone.save("phone \(step)"), phone.save("dose \(step)", .doseLog),
                        phone.save("analysis \(step)"),
                    ]
                    await phone.lose(loss, after: step)
                    await phone.sync()
                    #expect(await phone.state == .failed, "step \(step)")
                    await phone.turn(online: false)
                    await phone.turn(online: true)
                    #expect(await phone.state != .failed, "step \(step)")
                    #expect(await phone.queue.isEmpty, "step \(step)")
                    await settle(phone, tablet)
                    #expect(await phone.texts.count == 4 * (step + 1))
                    #expect(await phone.entities == tablet.entities)
                    for entity in mine + [theirs] {
                        #expect(try await phone.kept(of: entity).count == 1, "step \(step)")
                    }
                }
            }
        }

        @Test(arguments: MedicationApp.Loss.allCases)
        func `O3 O38 a connection lost while the tokens are refreshed keeps the session and the waiting changes`(
            _ loss: MedicationApp.Loss
        ) async throws {
            try await Practice.open { practice in
                let app = try await MedicationApp.installed(practice, key: key)
                let medication = try await app.save("400 mg")
                await app.moveClock(bySeconds: 11 * 60)
                await app.lose(loss, after: 0)
                await app.sync()
                #expect(await app.state == .failed)
                #expect(await app.queue.count == 1)
                #expect(await app.waits == [1, 2, 4])
                await app.sync()
                #expect(await app.state == .completed(.init(uploaded: 1)))
                #expect(try await app.kept(of: medication) == ["400 mg"])
            }
        }

        @Test func `O37 an answer that is lost once is asked for again by the app, and the push is stored once`()
            async throws
        {
            try await Practice.open { practice in
                let app = try await MedicationApp.installed(practice, key: key)
                let medication = try await app.save("400 mg")
                for step in 0..<2 {
                    await app.lose(.beforeAnswer, after: step, attempts: 2)
                    await app.sync()
                    guard case .completed = await app.state else {
                        Issue.record("step \(step) failed")
                        return
                    }
                }
                #expect(await app.queue.isEmpty)
                #expect(await app.texts == [medication: "400 mg"])
                #expect(try await app.kept(of: medication) == ["400 mg"])
            }
        }

        @Test func `O37 a change that the server refuses is skipped after three tries, and the others are stored`()
            async throws
        {
            try await Practice.open { practice in
                let app = try await MedicationApp.installed(practice, key: key)
                let poisoned = try await app.save(String(repeating: "x", count: 300_000), .clinicalAnalysis)
                for count in 1...4 {
                    let medication = try await app.save("\(count) mg")
                    await app.sync()
                    guard case .completed(let result) = await app.state else {
                        Issue.record("synchronization \(count) failed")
                        return
                    }
                    #expect(result.uploaded == 1 && result.conflicts.isEmpty)
                    #expect(result.errors == (count < 4 ? [.rejected("too_large")] : []))
                    #expect(try await app.kept(of: medication) == ["\(count) mg"])
                }
                #expect(await app.queue.map(\.entityId) == [poisoned])
                #expect(await app.queue.map(\.retryCount) == [3])
                #expect(await app.pendingChanges.isEmpty)
                await app.retryFailed()
                #expect(await app.queue.map(\.retryCount) == [1])
                // The person deletes the analysis. The server takes the deletion of an entity that it does not have.
                await app.delete(poisoned)
                await app.sync()
                #expect(await app.queue.isEmpty)
            }
        }

        @Test func `O37 a deletion that an app pushes with the encrypted entity is stored without the entity`()
            async throws
        {
            try await Practice.open { practice in
                let phone = try await MedicationApp.installed(practice, key: key)
                let tablet = try await MedicationApp.installed(practice, key: key)
                let medication = try await phone.save("400 mg")
                await settle(phone, tablet)
                // The app encrypts the whole entity when it prepares a blob, whatever the operation is.
                let blob = try await phone.encrypt("400 mg")
                await phone.enqueue(.medication, medication, .delete, blob)
                #expect(await phone.queue.isEmpty)
                await tablet.sync()
                #expect(await tablet.texts.isEmpty)
                #expect(try await tablet.kept(of: medication) == ["", "400 mg"])
            }
        }
    }
}
