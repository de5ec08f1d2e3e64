public import JSON

/// One measured vital sign: its kind, and the value with its unit.
public struct VitalMeasurement: Hashable, Sendable {
    public let type: VitalType
    /// The exact value of a measured vital sign, in thousandths of its unit.
    public let thousandths: Int64
    public let unit: VitalUnit

    public init(_ type: VitalType, thousandths: Int64, _ unit: VitalUnit) {
        self.init(type: type, thousandths: thousandths, unit: unit)
    }

    private init(type: VitalType, thousandths: Int64, unit: VitalUnit) {
        self.type = type
        self.thousandths = thousandths
        self.unit = unit
    }

    /// The codec of a measurement. It accepts implausible values, because a value may have been stored before a
    /// plausible range changed.
    public static let codec = object(
        VitalMeasurement.init(type:thousandths:unit:), field("type", \.type, .vitalType),
        field(
            "value", \.thousandths,
            .thousandths(0...10_000_000).described("The exact value, with at most three decimals.")),
        field("unit", \.unit, .stringEnum.described("The value's unit, as a UCUM code."))
    ).described("A measured vital sign.").named("VitalMeasurement")

    /// Whether the unit fits the vital sign, and the value is one that a living person can have.
    public var isPlausible: Bool { fault == nil }

    /// The reason why the measurement is refused; `nil` if its unit fits the vital sign and its value is plausible.
    var fault: MeasurementFault? {
        guard let range = type.plausible[unit] else { return .unit }
        guard range.contains(thousandths) else { return .outside(range) }
        return type.isWhole && thousandths % 1000 != 0 ? .notWhole : nil
    }
}

/// The reason why the measurement of a vital sign is refused.
public enum MeasurementFault: Hashable, Sendable {
    /// The vital sign is not measured in the unit of the measurement.
    case unit
    /// The value is outside the plausible range, which is given in thousandths of the unit.
    case outside(ClosedRange<Int64>)
    case notWhole
    /// An earlier measurement of the reading is of the same vital sign.
    case repeated
    /// The diastolic blood pressure is not lower than the systolic one.
    case pressures
}
