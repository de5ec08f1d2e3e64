public import EventSourcing

/// The state that tells the last number of the clinic's receipts, refunds or credit notes in a year.
public struct SerialNumbers: EventSourced {
    private var last = 0

    public static let initial = SerialNumbers()
    public static let readsPersonal = false
    /// Only the event with the year's last number is read, since each number is one more than the number before it.
    public static let readsLast = true

    /// The next number of a receipt, refund or credit note in a year, such as `R-2026-000042`.
    ///
    /// - Parameter offset: how many numbers the same decision has given out already.
    func next(_ series: SerialNumber.Series, on date: CivilDate, after offset: Int = 0) -> String {
        SerialNumber.text(series, last + 1 + offset, in: date.year)
    }

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .billing(let event) = recorded.event, let number = event.serialNumber else { return }
        last = SerialNumber.count(number) ?? last + 1
    }
}

/// The form of the numbers on receipts, refunds and credit notes. Invoices have the same form without a letter.
public enum SerialNumber {
    public enum Series: String, Sendable {
        case receipt = "R"
        case refund = "B"
        case creditNote = "C"
    }

    static func text(_ series: Series, _ count: Int, in year: Int) -> String {
        let number = String(count)
        return "\(series.rawValue)-\(year)-\(String(repeating: "0", count: max(0, 6 - number.utf8.count)))\(number)"
    }

    static func count(_ number: String) -> Int? { number.split(separator: "-").last.flatMap { Int($0) } }
}

extension BillingEvent {
    /// The number of the receipt, refund or credit note that the event made. It is `nil` if the event made none of
    /// them, or if an earlier release recorded the event without a number.
    fileprivate var serialNumber: String? {
        switch self {
        case .paymentRecorded(let received): received.number
        case .paymentRefunded(let refunded): refunded.number
        case .creditNoteIssued(let issued): issued.number
        case .invoiceIssued, .invoiceVoided, .invoiceWrittenOff, .creditApplied, .paymentReleased,
            .paymentEnteredInError, .instalmentsAgreed:
            nil
        }
    }
}

extension Subject<SerialNumbers> {
    static func receiptNumbers(_ date: CivilDate) -> Subject<SerialNumbers> { Subject(.receiptNumbers(date)) }
    static func refundNumbers(_ date: CivilDate) -> Subject<SerialNumbers> { Subject(.refundNumbers(date)) }
    static func creditNoteNumbers(_ date: CivilDate) -> Subject<SerialNumbers> { Subject(.creditNoteNumbers(date)) }
}
