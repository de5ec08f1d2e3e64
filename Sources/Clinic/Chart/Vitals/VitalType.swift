import JSON

/// The kinds of vital signs, each with its LOINC code. The codes are those of FHIR's profile for vital signs.
public enum VitalType: String, CaseIterable, Hashable, Sendable {
    case systolicBloodPressure = "systolic_blood_pressure"
    case diastolicBloodPressure = "diastolic_blood_pressure"
    case heartRate = "heart_rate"
    case bodyTemperature = "body_temperature"
    case respiratoryRate = "respiratory_rate"
    case oxygenSaturation = "oxygen_saturation"
    case bodyWeight = "body_weight"
    case bodyHeight = "body_height"
    case bloodGlucose = "blood_glucose"
    /// The patient's own rating of pain, from 0 to 10.
    case pain

    public var loincCode: String {
        switch self {
        case .systolicBloodPressure: "8480-6"
        case .diastolicBloodPressure: "8462-4"
        case .heartRate: "8867-4"
        case .bodyTemperature: "8310-5"
        case .respiratoryRate: "9279-1"
        case .oxygenSaturation: "2708-6"
        case .bodyWeight: "29463-7"
        case .bodyHeight: "8302-2"
        case .bloodGlucose: "2339-0"
        case .pain: "72514-3"
        }
    }

    /// The units in which the vital sign is measured, each with its plausible range in thousandths of the unit. The
    /// ranges include all values of living people, so they refuse only mistakes, such as a wrong unit.
    var plausible: [VitalUnit: ClosedRange<Int64>] {
        switch self {
        case .systolicBloodPressure: [.millimetresOfMercury: 30_000...350_000]
        case .diastolicBloodPressure: [.millimetresOfMercury: 10_000...250_000]
        case .heartRate: [.perMinute: 10_000...350_000]
        case .bodyTemperature: [.celsius: 25_000...45_000, .fahrenheit: 77_000...113_000]
        case .respiratoryRate: [.perMinute: 2_000...120_000]
        case .oxygenSaturation: [.percent: 30_000...100_000]
        case .bodyWeight: [.kilograms: 200...500_000, .pounds: 500...1_100_000]
        case .bodyHeight: [.centimetres: 20_000...260_000, .inches: 8_000...102_000]
        case .bloodGlucose: [.milligramsPerDecilitre: 10_000...1_500_000, .millimolesPerLitre: 500...83_000]
        case .pain: [.score: 0...10_000]
        }
    }

    /// Whether every value of the vital sign is a whole number.
    var isWhole: Bool { self == .pain }
}

/// The units of vital signs, as UCUM codes.
public enum VitalUnit: String, CaseIterable, Hashable, Sendable {
    case millimetresOfMercury = "mm[Hg]"
    case perMinute = "/min"
    case celsius = "Cel"
    case fahrenheit = "[degF]"
    case percent = "%"
    case kilograms = "kg"
    case pounds = "[lb_av]"
    case centimetres = "cm"
    case inches = "[in_i]"
    case milligramsPerDecilitre = "mg/dL"
    case millimolesPerLitre = "mmol/L"
    case score = "{score}"
}

/// The origin of a reading of vital signs.
public enum VitalsSource: String, CaseIterable, Hashable, Sendable {
    /// A member of staff recorded the vital signs.
    case clinic
    /// A device of the patient, such as a paired phone, measured the vital signs.
    case device
}

extension Codec where Value == VitalType {
    static var vitalType: Codec {
        let codes = VitalType.allCases.map { "`\($0.rawValue)` \($0.loincCode)" }.joined(separator: ", ")
        return .stringEnum.described("The vital sign. The LOINC codes are: \(codes).")
    }
}
