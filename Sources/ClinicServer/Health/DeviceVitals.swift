import Clinic
import EventSourcing
import Health
import JSON

/// A vital sign that a patient's phone has measured and that the patient shows to the clinic. It is stored as a health
/// sample of the patient's account, not as an event of the clinic.
struct DeviceVital: Sendable {
    let source: VitalsSource
    let measurement: VitalMeasurement
    let measuredAt: Instant
    /// The name of the device or app that measured the vital sign.
    let device: String

    static let codec = object(
        DeviceVital.init(source:measurement:measuredAt:device:),
        field("source", \.source, .stringEnum.described("Always `device`: staff have not checked the value.")),
        field("measurement", \.measurement, VitalMeasurement.codec.described("The value.")),
        field("measured_at", \.measuredAt, .instant.described("When the measurement began, in UTC.")),
        field(
            "device_name", \.device, .string(max: 200).described("The name of the device or app that measured it."))
    ).described("The latest value of a vital sign that a patient's phone has measured.").named("DeviceVital")

    private init(source: VitalsSource, measurement: VitalMeasurement, measuredAt: Instant, device: String) {
        self.source = source
        self.measurement = measurement
        self.measuredAt = measuredAt
        self.device = device
    }

    /// The vital sign of a health sample; `nil` if its type is no vital sign, or if no living person has such a value.
    init?(_ sample: HealthSample) {
        guard let measurement = VitalMeasurement(sample) else { return nil }
        self.init(
            source: .device, measurement: measurement, measuredAt: sample.start, device: sample.sourceName)
    }

    /// The types of health samples that are vital signs. Phones send no blood glucose.
    static let types: [HealthType] = HealthType.allCases.filter { $0.vitalSign != nil }
}

extension HealthType {
    /// The vital sign that samples of this type measure, its unit, and the factor from the phone's unit; `nil` if
    /// samples of this type measure none.
    fileprivate var vitalSign: (type: VitalType, unit: VitalUnit, factor: Double)? {
        switch self {
        case .heartRate: (.heartRate, .perMinute, 1)
        case .bloodPressureSystolic: (.systolicBloodPressure, .millimetresOfMercury, 1)
        case .bloodPressureDiastolic: (.diastolicBloodPressure, .millimetresOfMercury, 1)
        case .bloodOxygen: (.oxygenSaturation, .percent, 1)
        case .respiratoryRate: (.respiratoryRate, .perMinute, 1)
        case .bodyTemperature: (.bodyTemperature, .celsius, 1)
        case .weight: (.bodyWeight, .kilograms, 1)
        case .height: (.bodyHeight, .centimetres, 100)
        default: nil
        }
    }
}

extension VitalMeasurement {
    /// The measurement of a health sample; `nil` if its type is no vital sign, or if the value is implausible.
    fileprivate init?(_ sample: HealthSample) {
        guard let sign = HealthType(rawValue: sample.type)?.vitalSign else { return nil }
        // HealthKit's unit of a saturation is a fraction, so phones send 0.97 or 97 for 97 percent.
        let isFraction = sign.unit == .percent && sample.value <= 1
        let thousandths = (sample.value * sign.factor * (isFraction ? 100 : 1) * 1000).rounded()
        guard let exact = Int64(exactly: thousandths) else { return nil }
        self.init(sign.type, thousandths: exact, sign.unit)
        guard isPlausible else { return nil }
    }
}
