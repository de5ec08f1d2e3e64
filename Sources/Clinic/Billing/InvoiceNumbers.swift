public import EventSourcing

/// The last invoice number of a year.
public struct InvoiceNumbers: EventSourced {
    private var last = 0

    public static let initial = InvoiceNumbers()
    public static let readsPersonal = false
    /// Only the last event is read, since each invoice has the number after the previous one's.
    public static let readsLast = true

    /// The next invoice number of a year, such as `2026-000042`.
    func next(in year: Int) -> String {
        let number = String(last + 1)
        return "\(year)-\(String(repeating: "0", count: max(0, 6 - number.utf8.count)))\(number)"
    }

    public mutating func evolve(_ recorded: Recorded<ClinicEvent>) {
        guard case .billing(.invoiceIssued(let issued)) = recorded.event else { return }
        last = issued.number.split(separator: "-").last.flatMap { Int($0) } ?? last + 1
    }
}

extension Subject<InvoiceNumbers> {
    static func invoiceNumbers(_ date: CivilDate) -> Subject<InvoiceNumbers> { Subject(.invoiceNumbers(date)) }
}
