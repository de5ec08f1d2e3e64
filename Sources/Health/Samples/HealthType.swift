/// The types of health samples, with the names that phones send.
public enum HealthType: String, CaseIterable, Sendable {
    case steps, distanceWalkingRunning, distanceCycling, activeEnergyBurned, basalEnergyBurned, exerciseTime
    case standHours, flightsClimbed, workouts
    case heartRate, restingHeartRate, walkingHeartRateAverage, heartRateVariability
    case bloodPressureSystolic, bloodPressureDiastolic, bloodOxygen, respiratoryRate, bodyTemperature, vo2Max
    case sleepAnalysis, sleepInBed, sleepAsleep, sleepAwake, sleepREM, sleepCore, sleepDeep
    case weight, height, bodyMassIndex, bodyFatPercentage, leanBodyMass

    /// The names of the unit in which a phone may send a value of this type, as HealthKit spells them. The unit
    /// `category` is for a value that is the number of a category, such as a phase of sleep.
    public var units: [String] {
        switch self {
        case .steps, .flightsClimbed, .bodyMassIndex: ["count"]
        case .standHours: ["count", "category"]
        case .distanceWalkingRunning, .distanceCycling, .height: ["m"]
        case .activeEnergyBurned, .basalEnergyBurned: ["kcal"]
        case .exerciseTime: ["min"]
        case .workouts, .heartRateVariability: ["s"]
        case .heartRate, .restingHeartRate, .walkingHeartRateAverage, .respiratoryRate: ["count/min"]
        case .bloodPressureSystolic, .bloodPressureDiastolic: ["mmHg"]
        case .bloodOxygen, .bodyFatPercentage: ["%"]
        case .bodyTemperature: ["degC"]
        case .vo2Max: ["mL/min·kg", "ml/kg*min"]
        case .sleepAnalysis, .sleepInBed, .sleepAsleep, .sleepAwake, .sleepREM, .sleepCore, .sleepDeep: ["category"]
        case .weight, .leanBodyMass: ["kg"]
        }
    }
}
