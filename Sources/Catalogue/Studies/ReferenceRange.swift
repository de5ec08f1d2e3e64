public import JSON

/// The range in which a study's result is for most healthy adults. At least one end is known.
public struct ReferenceRange: Hashable, Sendable {
    public enum Sex: String, CaseIterable, Sendable {
        case female, male
    }

    /// The sex of the adults for whom the reference range holds; `nil` for both.
    public let sex: Sex?
    /// The lowest usual value in thousandths of the study's unit; `nil` if there is none.
    public let low: Int64?
    /// The highest usual value in thousandths of the study's unit; `nil` if there is none.
    public let high: Int64?

    /// Makes a reference range of a study.
    ///
    /// - Throws: a `CheckFailure` if no end is known, or if the low end is not below the high end.
    public init(sex: Sex?, low: Int64?, high: Int64?) throws(CheckFailure) {
        guard low != nil || high != nil, (low ?? .min) < (high ?? .max) else {
            throw CheckFailure("bad_range", "needs a low or a high end, and the low end below the high end")
        }
        self.sex = sex
        self.low = low
        self.high = high
    }

    static let codec = object(
        ReferenceRange.init(sex:low:high:),
        optionalField(
            "sex", \.sex, Codec<Sex>.stringEnum.described("The sex for which the range holds; absent for both.")),
        optionalField("low", \.low, end.described("The lowest usual value; absent if there is none.")),
        optionalField("high", \.high, end.described("The highest usual value; absent if there is none."))
    ).described("The range of a study's result in which most healthy adults are.").named("ReferenceRange")

    private static let end = Codec<Int64>.thousandths(0...1_000_000_000_000)
}
