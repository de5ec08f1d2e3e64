import Clinic
import Endpoints
import EventSourcing
import Identifiers
import Testing

/// Tests vital signs of patients.
@Suite struct VitalsTests {
    private static let now: Instant = "2026-11-23T12:00:00Z"
    private static let reason = Personal("Of another patient")
    private let patient = Practice.patient(1)
    private let reading: ID<VitalsReading> = 0x71

    static let pulse = VitalMeasurement(.heartRate, thousandths: 72_000, .perMinute)

    private func record(
        _ measurements: [VitalMeasurement] = [pulse], of patient: ID<Patient> = Practice.patient(1),
        measuredAt: Instant? = nil
    ) -> RecordVitals {
        RecordVitals(reading, of: patient, measuredAt: measuredAt, by: Practice.doctor(1), measurements)
    }

    private func fault(_ measurements: VitalMeasurement...) throws -> RecordVitals.Rejection? {
        try Desk().rejection(record(measurements), at: Self.now)
    }

    private func document(_ desk: Desk) -> String { desk.given.document(Vitals.self, DocumentKey(reading)) ?? "" }

    @Test
    func `a reading of vital signs keeps exact values, units, time, source and the member of staff who recorded it`()
        throws
    {
        var desk = try Desk()
        let warm = VitalMeasurement(.bodyTemperature, thousandths: 36_650, .celsius)
        try desk.run(record([Self.pulse, warm], measuredAt: "2026-11-23T11:15:00Z"), at: Self.now)
        let text = document(desk)
        #expect(text.contains(#""measured_at":"2026-11-23T11:15:00Z","source":"clinic""#))
        #expect(text.contains(#"{"type":"heart_rate","value":72,"unit":"/min"}"#))
        #expect(text.contains(#"{"type":"body_temperature","value":36.65,"unit":"Cel"}"#))
        #expect(text.contains(#""recorded_by":"\#(Practice.doctor(1))","status":"current""#))
    }

    @Test func `a reading of vital signs without a time counts as measured when it was recorded`() throws {
        var desk = try Desk()
        try desk.run(record(), at: Self.now)
        #expect(document(desk).contains(#""measured_at":"2026-11-23T12:00:00Z""#))
    }

    @Test func `a reading of vital signs cannot be dated more than five minutes after now or 366 days before now`()
        throws
    {
        let desk = try Desk()
        #expect(desk.rejection(record(measuredAt: Self.now.adding(minutes: 5)), at: Self.now) == nil)
        #expect(desk.rejection(record(measuredAt: Self.now.adding(seconds: 301)), at: Self.now) == .inTheFuture)
        #expect(desk.rejection(record(measuredAt: Self.now.adding(days: -366)), at: Self.now) == nil)
        let before = Self.now.adding(days: -366).adding(seconds: -1)
        #expect(desk.rejection(record(measuredAt: before), at: Self.now) == .tooOld)
    }

    @Test func `the limits of the plausible values of each vital sign are accepted, and values beyond them are not`()
        throws
    {
        let limits: [(VitalType, VitalUnit, ClosedRange<Int64>)] = [
            (.systolicBloodPressure, .millimetresOfMercury, 30_000...350_000),
            (.diastolicBloodPressure, .millimetresOfMercury, 10_000...250_000),
            (.heartRate, .perMinute, 10_000...350_000), (.bodyTemperature, .celsius, 25_000...45_000),
            (.bodyTemperature, .fahrenheit, 77_000...113_000), (.respiratoryRate, .perMinute, 2_000...120_000),
            (.oxygenSaturation, .percent, 30_000...100_000), (.bodyWeight, .kilograms, 200...500_000),
            (.bodyWeight, .pounds, 500...1_100_000), (.bodyHeight, .centimetres, 20_000...260_000),
            (.bodyHeight, .inches, 8_000...102_000), (.bloodGlucose, .milligramsPerDecilitre, 10_000...1_500_000),
            (.bloodGlucose, .millimolesPerLitre, 500...83_000), (.pain, .score, 0...10_000),
        ]
        #expect(Set(limits.map(\.0)) == Set(VitalType.allCases))
        for (type, unit, range) in limits {
            for value in [range.lowerBound, range.upperBound] {
                #expect(try fault(VitalMeasurement(type, thousandths: value, unit)) == nil, "\(type) \(value)")
            }
            for value in [range.lowerBound - 1, range.upperBound + 1] where value >= 0 {
                let found = try fault(VitalMeasurement(type, thousandths: value, unit))
                #expect(found == .faulty(index: 0, .outside(range)), "\(type) \(value)")
            }
        }
    }

    @Test func `the refusal of an implausible value names the measurement and the plausible values`() throws {
        let weight = VitalMeasurement(.bodyWeight, thousandths: 5_000_000, .kilograms)
        let problem = try #require(try fault(Self.pulse, weight)).problem
        #expect(problem.status == 400)
        let text = String(decoding: problem.bytes, as: UTF8.self)
        #expect(text.contains("/measurements/1/value"))
        #expect(text.contains("plausible values are from 0.2 to 500"))
    }

    @Test func `a measurement in a unit of another vital sign is refused`() throws {
        let glucose = VitalMeasurement(.bloodGlucose, thousandths: 90_000, .percent)
        #expect(try fault(Self.pulse, glucose) == .faulty(index: 1, .unit))
    }

    @Test func `a reading that has a vital sign twice is refused`() throws {
        #expect(try fault(Self.pulse, Self.pulse) == .faulty(index: 1, .repeated))
    }

    @Test func `a value of pain that is not a whole number is refused`() throws {
        #expect(
            try fault(VitalMeasurement(.pain, thousandths: 4_500, .score)) == .faulty(index: 0, .notWhole))
    }

    @Test func `a reading whose diastolic blood pressure is not lower than the systolic one is refused`() throws {
        let high = VitalMeasurement(.diastolicBloodPressure, thousandths: 120_000, .millimetresOfMercury)
        let low = VitalMeasurement(.systolicBloodPressure, thousandths: 120_000, .millimetresOfMercury)
        #expect(try fault(low, high) == .faulty(index: 1, .pressures))
        #expect(try fault(high, low) == .faulty(index: 0, .pressures))
    }

    @Test func `a reading that was marked as entered in error keeps its values, and has the status entered in error`()
        throws
    {
        var desk = try Desk()
        try desk.run(record(), at: Self.now)
        #expect(try desk.run(EnterVitalsInError(reading, reason: Self.reason), at: Self.now).count == 1)
        #expect(try desk.run(EnterVitalsInError(reading, reason: Self.reason), at: Self.now).isEmpty)
        #expect(document(desk).contains(#""value":72"#))
        #expect(document(desk).contains(#""status":"entered_in_error""#))
        #expect(desk.rejection(EnterVitalsInError(0x99, reason: Self.reason), at: Self.now) == .unknown)
    }

    @Test func `vital signs are recorded only for a patient who is registered and not erased`() throws {
        var desk = try Desk()
        #expect(desk.rejection(record(of: 0xffff), at: Self.now) == .unknownPatient)
        try desk.run(record(), at: Self.now)
        try desk.run(ErasePatient(patient, reason: .requested), at: Self.now)
        #expect(desk.rejection(record(), at: Self.now) == .unknownPatient)
        #expect(desk.rejection(EnterVitalsInError(reading, reason: Self.reason), at: Self.now) == .unknown)
    }

    @Test
    func `clinical records cannot be erased before the retention period of a merged record's vital signs has ended`()
        throws
    {
        var desk = try Desk()
        let other = Practice.patient(2)
        let later = Self.now.adding(days: 30)
        try desk.run(record(), at: Self.now)
        try desk.run(RecordVitals(0x72, of: other, by: nil, [Self.pulse]), at: later)
        let (end, endOfBoth) = (Self.now.adding(days: EraseRecords.daysKept), later.adding(days: EraseRecords.daysKept))
        #expect(desk.rejection(EraseRecords(patient, .clinical), at: end) == nil)
        try desk.run(MergePatients(other, into: patient, reason: Self.reason), at: later)
        #expect(desk.rejection(EraseRecords(patient, .clinical), at: end) == .recordsMustBeKept(until: endOfBoth))
    }
}
