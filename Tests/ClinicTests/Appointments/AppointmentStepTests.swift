import Clinic
import Testing

/// The allowed steps by status, written out: rows are statuses, columns are steps, `x` is allowed.
private let table = """
                        approve confirm check_in seat start finish complete mark_no_show cancel enter_in_error
    requested           x       x       x        .    .     .      .        .            x      x
    booked              .       x       x        .    x     .      .        x            x      x
    confirmed           .       .       x        .    x     .      .        x            x      x
    arrived             .       .       .        x    x     .      .        .            x      x
    seated              .       .       .        .    x     .      .        .            x      x
    in_treatment        .       .       .        .    .     x      x        .            .      x
    ready_for_checkout  .       .       .        .    .     .      x        .            .      x
    completed           .       .       .        .    .     .      .        .            .      x
    cancelled           .       .       .        .    .     .      .        .            .      x
    no_show             .       .       .        .    .     .      .        .            .      x
    entered_in_error    .       .       .        .    .     .      .        .            .      .
    """

@Suite struct AppointmentStepTests {
    @Test func `each appointment step is allowed only from the statuses that the table of steps lists`() throws {
        let rows = table.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        let steps = try rows[0].map { try #require(AppointmentStep(rawValue: $0)) }
        #expect(Set(steps) == Set(AppointmentStep.allCases))
        #expect(rows.count == AppointmentStatus.allCases.count + 1)
        for row in rows.dropFirst() {
            let status = try #require(AppointmentStatus(rawValue: row[0]))
            for (step, mark) in zip(steps, row.dropFirst()) {
                #expect(step.isAllowed(from: status) == (mark == "x"), "\(step.rawValue) from \(status.rawValue)")
            }
        }
    }

    @Test(arguments: AppointmentStep.allCases)
    func `no appointment step leads back to an earlier status`(step: AppointmentStep) {
        let order = AppointmentStatus.allCases
        for status in order where step.isAllowed(from: status) {
            #expect(order.firstIndex(of: status) ?? 0 < order.firstIndex(of: step.target) ?? 0)
        }
    }
}
