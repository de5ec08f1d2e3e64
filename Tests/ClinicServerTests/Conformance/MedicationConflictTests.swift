import ClinicTestSupport
import Crypto
import Foundation
import Testing

extension Conformance {
    /// Tests the vault with the medication app after a new login, and when two devices change the same entity.
    @Suite struct MedicationConflicts {
        private let key = SymmetricKey(size: .bits256)

        /// A phone and a tablet that have the same medication.
        private func pair(
            _ practice: Practice, _ question: MedicationApp.VersionQuestion = .emptyPush
        ) async throws -> (phone: MedicationApp, tablet: MedicationApp, medication: UUID) {
            let phone = try await MedicationApp.installed(practice, key: key, question: question)
            let tablet = try await MedicationApp.installed(practice, key: key, question: question)
            let medication = try await phone.save("400 mg")
            await settle(phone, tablet)
            #expect(await tablet.texts == [medication: "400 mg"])
            return (phone, tablet, medication)
        }

        private func settle(_ phone: MedicationApp, _ tablet: MedicationApp) async {
            for app in [phone, tablet, phone, tablet] { await app.sync() }
        }

        @Test(arguments: MedicationApp.VersionQuestion.allCases, [true, false])
        func `O38 an offline edit is pushed after the session has ended and the person has signed in again`(
            _ question: MedicationApp.VersionQuestion, _ isAuthor: Bool
        ) async throws {
            try await Practice.open { practice in
                let (phone, tablet, medication) = try await pair(practice, question)
                let (device, other) = isAuthor ? (phone, tablet) : (tablet, phone)
                await device.turn(online: false)
                _ = try await device.save("600 mg", as: medication)
                _ = try await device.save("800 mg", as: medication)
                // The session ends on the server while the device is offline.
                let session = App(practice: practice, token: await device.authToken, subject: "")
                #expect(try await session.post("/v1/auth/logout").status < 300)
                await device.turn(online: true)
                #expect(await device.state == .failed)
                #expect(await device.pendingChanges.count == 2)
                try await device.signIn()
                await device.sync()
                #expect(await device.state == .completed(.init(uploaded: 2)))
                await settle(device, other)
                #expect(await device.texts == [medication: "800 mg"])
                #expect(await other.texts == device.texts)
                #expect(try await other.kept(of: medication).prefix(3) == ["800 mg", "600 mg", "400 mg"])
            }
        }

        @Test func `O38 the app keeps the server's version after a conflict, and the lost edits stay readable`()
            async throws
        {
            try await Practice.open { practice in
                let (phone, tablet, medication) = try await pair(practice)
                await tablet.turn(online: false)
                _ = try await tablet.save("600 mg", as: medication)
                _ = try await tablet.save("650 mg", as: medication)
                _ = try await phone.save("500 mg", as: medication)
                await phone.sync()
                await tablet.turn(online: true)
                #expect(await tablet.state == .completed(.init(downloaded: 1)))
                #expect(await tablet.texts == [medication: "500 mg"])
                #expect(await tablet.queue.isEmpty)
                #expect(try await tablet.kept(of: medication) == ["500 mg", "650 mg", "600 mg", "400 mg"])
                await settle(phone, tablet)
                #expect(await phone.entities == tablet.entities)
                // The app has the server's version now, so its next edit is no conflict.
                _ = try await tablet.save("700 mg", as: medication)
                await settle(phone, tablet)
                #expect(await phone.texts == [medication: "700 mg"])
            }
        }

        @Test
        func `O38 an edit whose conflict the app cannot resolve is stored next time, and the other one stays kept`()
            async throws
        {
            try await Practice.open { practice in
                let (phone, tablet, medication) = try await pair(practice)
                await tablet.turn(online: false)
                _ = try await tablet.save("600 mg", as: medication)
                for text in ["500 mg", "510 mg", "520 mg"] {
                    _ = try await phone.save(text, as: medication)
                    await phone.sync()
                }
                await tablet.turn(online: true)
                guard case .completed(let result) = await tablet.state else {
                    Issue.record("no synchronization")
                    return
                }
                #expect(result.conflicts.map(\.entityId) == [medication] && result.downloaded == 1)
                await settle(tablet, phone)
                #expect(await tablet.queue.isEmpty)
                #expect(await phone.texts == [medication: "600 mg"])
                #expect(await phone.entities == tablet.entities)
                let kept = try await phone.kept(of: medication)
                #expect(Set(kept) == ["400 mg", "500 mg", "510 mg", "520 mg", "600 mg"])
            }
        }

        @Test(arguments: MedicationApp.VersionQuestion.allCases)
        func `O38 O39 each of two edits at once stays readable, and both devices show the same one`(
            _ question: MedicationApp.VersionQuestion
        ) async throws {
            try await Practice.open { practice in
                let (phone, tablet, medication) = try await pair(practice, question)
                for app in [phone, tablet] { await app.turn(online: false) }
                _ = try await phone.save("500 mg", as: medication)
                _ = try await tablet.save("600 mg", as: medication)
                for app in [phone, tablet] { await app.turn(online: true) }
                await settle(phone, tablet)
                #expect(await phone.entities == tablet.entities)
                #expect(await phone.texts.count == 1)
                #expect(await phone.queue.isEmpty)
                #expect(await tablet.queue.isEmpty)
                #expect(try await Set(phone.kept(of: medication)) == ["400 mg", "500 mg", "600 mg"])
            }
        }

        @Test func `O38 a push whose answer was lost loses to a later edit of another device, and stays readable`()
            async throws
        {
            try await Practice.open { practice in
                let (phone, tablet, medication) = try await pair(practice)
                _ = try await tablet.save("600 mg", as: medication)
                await tablet.lose(.beforeAnswer, after: 1)
                await tablet.sync()
                #expect(await tablet.state == .failed)
                #expect(await tablet.queue.count == 1)
                await phone.sync()
                #expect(await phone.texts == [medication: "600 mg"])
                _ = try await phone.save("500 mg", as: medication)
                await phone.sync()
                await settle(tablet, phone)
                #expect(await tablet.texts == [medication: "500 mg"])
                #expect(await phone.entities == tablet.entities)
                #expect(try await Set(phone.kept(of: medication)) == ["400 mg", "500 mg", "600 mg"])
            }
        }
    }
}
