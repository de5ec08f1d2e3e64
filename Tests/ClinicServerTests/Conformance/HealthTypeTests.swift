import ClinicTestSupport
import EventSourcing
import Foundation
import Testing

extension Conformance {
    /// Tests every type of health samples with its unit, over HTTP.
    @Suite struct HealthTypes {
        /// The types of health samples as a phone's app names them, each with its unit.
        private static let units = [
            "steps": "count", "distanceWalkingRunning": "m", "distanceCycling": "m", "activeEnergyBurned": "kcal",
            "basalEnergyBurned": "kcal", "exerciseTime": "min", "standHours": "count", "flightsClimbed": "count",
            "workouts": "s", "heartRate": "count/min", "restingHeartRate": "count/min",
            "walkingHeartRateAverage": "count/min", "heartRateVariability": "s", "bloodPressureSystolic": "mmHg",
            "bloodPressureDiastolic": "mmHg", "bloodOxygen": "%", "respiratoryRate": "count/min",
            "bodyTemperature": "degC", "vo2Max": "mL/min·kg", "sleepAnalysis": "category", "sleepInBed": "category",
            "sleepAsleep": "category", "sleepAwake": "category", "sleepREM": "category", "sleepCore": "category",
            "sleepDeep": "category", "weight": "kg", "height": "m", "bodyMassIndex": "count", "bodyFatPercentage": "%",
            "leanBodyMass": "kg",
        ]

        /// A health sample of each type, measured a day ago.
        private func samples(
            of practice: Practice, _ unit: (String) -> String
        ) async throws -> [HealthSyncClient.HealthSampleDTO] {
            let date = Date(timeIntervalSince1970: Double(try await practice.now().secondsSince1970 - 86_400))
            return Self.units.sorted { $0.key < $1.key }.map { type, right in
                HealthSyncClient.HealthSampleDTO(
                    id: UUID(), type: type, value: 1.5, unit: unit(right), startDate: date,
                    endDate: date.addingTimeInterval(60), sourceName: "Watch", metadata: nil)
            }
        }

        @Test func `O32 a sample of each of the 31 types is stored and read in the unit that the phone's app sends`()
            async throws
        {
            try await Practice.open { practice in
                let phone = try await practice.signIn("patient1")
                #expect(Self.units.count == 31)
                #expect(try await phone.enable(Self.units.keys.sorted()).status == 200)
                let client = try await HealthSyncClient.paired(with: phone)
                #expect(try await client.types().sorted() == Self.units.keys.sorted())
                #expect(try await client.status().enabledTypes.sorted() == Self.units.keys.sorted())
                let sent = try await samples(of: practice) { $0 }
                #expect(try await phone.store(sent).allSatisfy { $0 == "accepted" })
                let (code, page) = try await client.read(
                    HealthSyncClient.HealthDataRequest(
                        startDate: sent[0].startDate, endDate: sent[0].startDate.addingTimeInterval(1),
                        types: Self.units.keys.sorted()))
                #expect(code == 200 && page.returnedCount == 31 && !page.hasMore)
                #expect(page.samples.sorted { $0.type < $1.type } == sent)
            }
        }

        @Test
        func `O32 a sample of any type in another unit is refused, and the other samples of its request are stored`()
            async throws
        {
            try await Practice.open { practice in
                let phone = try await practice.signIn("patient1")
                #expect(try await phone.enable(Self.units.keys.sorted()).status == 200)
                let wrong = try await samples(of: practice) { "\($0)2" }
                let right = try await samples(of: practice) { $0 }
                let results = try await phone.store(wrong + right)
                #expect(results.prefix(31).allSatisfy { $0 == "wrong_unit" })
                #expect(results.suffix(31).allSatisfy { $0 == "accepted" })
            }
        }
    }
}
