import EventSourcing

/// The reason why a health sample is not stored.
public enum SampleRefusal: String, CaseIterable, Sendable {
    case unknownType = "unknown_type"
    /// The person has not enabled the sample's type.
    case typeNotEnabled = "type_not_enabled"
    case wrongUnit = "wrong_unit"
    /// The sample's value is negative, or too large for any measurement.
    case valueOutOfRange = "value_out_of_range"
    /// The sample's measurement ends before it begins.
    case reversedDates = "reversed_dates"
    /// The sample's measurement ends more than a day in the future.
    case inFuture = "in_future"
    /// The name of the sample's source and the metadata together have more than 2,000 bytes.
    case tooLarge = "too_large"
    /// With the new samples of the request, the account would have too many health samples.
    case accountFull = "account_full"
}

extension HealthSample {
    private static let largestValue = 1e9
    /// The number of seconds by which the clock of a phone that sends samples may be ahead.
    private static let tolerance: Int64 = 86_400

    /// The maximum size of the source's name and the metadata in bytes. It limits the size of an answer, which can have
    /// 10,000 samples.
    private static let largestDetails = 2_000

    /// The reason why the health sample is refused, without regard to the account's number of samples; `nil` if there
    /// is none.
    package func refusal(enabled: Set<HealthType>, at now: Instant) -> SampleRefusal? {
        guard let type = HealthType(rawValue: type) else { return .unknownType }
        guard enabled.contains(type) else { return .typeNotEnabled }
        guard type.units.contains(unit) else { return .wrongUnit }
        guard (0...Self.largestValue).contains(value) else { return .valueOutOfRange }
        guard start <= end else { return .reversedDates }
        guard end <= now.adding(seconds: Self.tolerance) else { return .inFuture }
        let details = (metadata ?? [:]).reduce(sourceName.utf8.count) { $0 + $1.key.utf8.count + $1.value.utf8.count }
        guard details <= Self.largestDetails else { return .tooLarge }
        return nil
    }
}
