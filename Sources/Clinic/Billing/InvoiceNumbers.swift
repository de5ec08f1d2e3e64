public import EventSourcing

/// The state that tells the number of the clinic's last invoice in a year.
public struct InvoiceNumbers: EventSourced {
    private var last = 0

    public static let initial = InvoiceNumbers()
    public static let readsPersonal = false
    /// Only the event of the year's last invoice is read, since a year's invoices have consecutive numbers.
    public static let readsLast = true

    /// The number of the clinic's next invoice in a year, such as `2026-000042`.
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
