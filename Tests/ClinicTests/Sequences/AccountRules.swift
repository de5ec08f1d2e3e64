import Clinic
import EventSourcing
import Identifiers

/// The rules for a patient's account, which must hold after every sequence of commands.
enum AccountRules {
    /// The faults of an account's sums. The parts and the rounding of each payment, and the parts of each invoice that
    /// is not void, add up to the amount of the payment or invoice, or to zero for a payment in error.
    static func faults(_ account: PatientAccount) -> [String] {
        var faults: [String] = []
        func check(_ isRight: Bool, _ fault: @autoclosure () -> String) { if !isRight { faults.append(fault()) } }
        for receipt in account.receipts {
            let allocated = receipt.allocations.reduce(0) { $0 + $1.amount }
            let sum = allocated + receipt.credit + receipt.refunded
            let whole = receipt.isInError ? 0 : receipt.amount.amount - receipt.rounding
            check(sum == whole, "parts of payment \(receipt.payment): \(sum)")
            check(receipt.credit >= 0 && receipt.refundable >= 0, "payment \(receipt.payment) is overdrawn")
            check(receipt.method != .insurance || receipt.credit == 0, "an insurance's payment is credit")
        }
        for charge in account.charges {
            let paid = account.receipts.reduce(0) { $0 + $1.allocated(to: charge.invoice) }
            check(charge.paid == paid, "\(charge.number) is paid \(charge.paid), not \(paid)")
            check(charge.open >= 0 && charge.creditable >= 0, "\(charge.number) is paid too much")
            let sum = charge.paid + charge.open + charge.takenBack + charge.writtenOff
            check(charge.isVoid || sum == charge.total, "parts of \(charge.number): \(sum)")
        }
        check(account.insurance.claims.allSatisfy { $0.outstanding >= 0 }, "a claim is paid too much")
        check(account.withPayers >= 0 && account.withPayers <= account.open, "more is with payers than is open")
        return faults
    }

    /// The faults of the accounts of all patients of the practice.
    static func faults(in clinic: ClinicInMemory) -> [String] {
        (1...3 as ClosedRange<UInt64>).flatMap { number in
            faults(clinic.state(Subject<PatientAccount>(.patientAccount(Practice.patient(number)))))
        }
    }

    /// The faults of the closed days of the clinic's cash drawer: a payment, refund or correction of a day that is
    /// closed, or a close that expected another amount than the day's payments less refunds and corrections.
    static func dayFaults(_ feed: [Recorded<ClinicEvent>]) -> [String] {
        var closed: Set<CivilDate> = []
        var expected: [CivilDate: Int64] = [:]
        var faults: [String] = []
        for recorded in feed {
            switch recorded.event {
            case .drawer(.dayClosed(let event)):
                let sum = event.expected.reduce(0) { $0 + $1.amount }
                if sum != expected[event.day.date] ?? 0 { faults.append("\(event.day.date) was closed with \(sum)") }
                closed.insert(event.day.date)
            case .drawer(.dayReopened(let event)): closed.remove(event.day.date)
            default: break
            }
            guard let (date, amount) = recorded.event.money else { continue }
            if closed.contains(date) { faults.append("money of \(date), which is closed") }
            expected[date, default: 0] += amount
        }
        return faults
    }
}

extension ClinicEvent {
    /// The day and the amount of a payment, and of a refund or correction as a negative amount; `nil` for other events.
    fileprivate var money: (date: CivilDate, amount: Int64)? {
        switch self {
        case .billing(.paymentRecorded(let event)): event.receivedOn.map { ($0, event.amount.amount) }
        case .billing(.paymentRefunded(let event)): event.refundedOn.map { ($0, -event.amount.amount) }
        case .billing(.paymentEnteredInError(let event)): event.receivedOn.map { ($0, -event.amount.amount) }
        default: nil
        }
    }
}
