import Clinic
import ClinicOperations
import EventSourcing
import Identifiers

/// An appointment of the demo, with everything that happens to it.
struct DemoVisit: Sendable {
    let appointment: ID<Appointment>
    let patient: ID<Patient>
    let service: ID<Service>
    let doctor: ID<StaffMember>
    let chair: ID<Chair>
    let start: Instant
    let minutes: Int
    let price: Int64
    let course: Course

    /// The outcome of the demo visit and the times of its steps, which are drawn at random once.
    struct Course: Sendable {
        enum End { case attended, cancelled, missed }
        enum Paying { case atOnce, inTwoParts, never, refunded }

        let end: End
        let paying: Paying
        let isConfirmed: Bool
        let byCard: Bool
        /// Times of a demo visit in minutes: how long before its start it is booked, the patient arrives, or it is
        /// cancelled; how long the patient waits; and how much longer than planned the treatment lasts.
        let bookedBefore, arrivesBefore, waits, lasts, cancelledBefore: Int64
        let invoice: ID<Invoice>
        let payments: (ID<Payment>, ID<Payment>)
        let refund: ID<Refund>

        /// Draws the outcome and the times of a demo visit at random.
        ///
        /// - Parameter isPrompt: whether the patient certainly comes, and waits for at most three minutes.
        init(_ random: inout SplitMix64, isPrompt: Bool) {
            let fate = Int(random.next() % 100)
            end = isPrompt ? .attended : fate < 8 ? .cancelled : fate < 12 ? .missed : .attended
            let habit = Int(random.next() % 100)
            paying = habit < 72 ? .atOnce : habit < 90 ? .inTwoParts : habit < 98 ? .never : .refunded
            isConfirmed = random.chance(55)
            byCard = random.chance(70)
            bookedBefore = 90 + Int64(random.next() % UInt64(DemoPlan.daysAhead * 1440 - 90))
            arrivesBefore = Int64(random.next() % 20) - (isPrompt ? 0 : 4)
            waits = 1 + Int64(random.next() % (isPrompt ? 3 : 18))
            lasts = Int64(random.next() % 9) - 3
            cancelledBefore = 60 + Int64(random.next() % (4 * 1440))
            invoice = .demo(&random)
            payments = (.demo(&random), .demo(&random))
            refund = .demo(&random)
        }
    }

    /// A step of a demo visit, and the time at which it happens.
    struct Step: Sendable {
        let at: Instant
        /// The name of the command that runs this step of a demo visit. No other command of the clinic has this name.
        let name: String
        let command: @Sendable (CommandRunner) async throws -> Void
    }

    /// The demo visit's steps that are due after `last` and until `now`, in order.
    func steps(after last: Instant = Instant(secondsSince1970: .min), until now: Instant, currency: Currency) -> [Step]
    {
        let booked = start.adding(minutes: -course.bookedBefore)
        // If the booking of a demo visit, its first step, is not due yet, no other step of the visit is due either.
        guard booked <= now else { return [] }
        var steps = [
            step(booked, "book") { [self] in
                BookAppointment(
                    appointment, patient: patient, service: service, doctor: doctor, chair: chair, start: start,
                    by: .staff)
            }
        ]
        let target = AppointmentTarget(appointment)
        let cancelled = max(booked.adding(minutes: 10), start.adding(minutes: -course.cancelledBefore))
        let confirmed = max(booked.adding(minutes: 5), start.adding(days: -1))
        // A demo visit that is cancelled before its time of confirmation is not confirmed.
        if course.isConfirmed, course.end != .cancelled || confirmed < cancelled {
            steps.append(step(confirmed, "confirm") { AdvanceAppointment(.confirm, target) })
        }
        switch course.end {
        case .cancelled:
            steps.append(
                step(cancelled, "cancel") {
                    CancelAppointment(target, reason: Personal("called off by phone"))
                })
        case .missed:
            steps.append(step(start.adding(minutes: 20), "no-show") { MarkNoShow(target) })
        case .attended: steps += attendance(target, currency)
        }
        return steps.filter { last < $0.at && $0.at <= now }
    }

    private func attendance(_ target: AppointmentTarget, _ currency: Currency) -> [Step] {
        let arrived = start.adding(minutes: -course.arrivesBefore)
        let began = max(start, arrived).adding(minutes: course.waits)
        let finished = began.adding(minutes: max(5, Int64(minutes) + course.lasts))
        let billed = finished.adding(minutes: 4)
        var steps = [
            step(arrived, "check-in") { AdvanceAppointment(.checkIn, target, early: true) },
            step(began.adding(minutes: -1), "seat") {
                AdvanceAppointment(.seat, target, early: true, allowsSecondVisit: true)
            },
            step(began, "start") { AdvanceAppointment(.start, target, early: true, allowsSecondVisit: true) },
            step(finished, "finish") { AdvanceAppointment(.finish, target) },
            step(finished.adding(minutes: 2), "complete") { AdvanceAppointment(.complete, target) },
            step(billed, "invoice") { [self] in
                IssueInvoice(
                    invoice: course.invoice, patient: patient, appointment: appointment,
                    lines: [.init(service: service, description: nil, quantity: 1, unitPrice: nil)])
            },
        ]
        let half = price / 2
        switch course.paying {
        case .never: break
        case .atOnce: steps.append(pay(course.payments.0, price, billed.adding(minutes: 1), currency))
        case .inTwoParts:
            steps.append(pay(course.payments.0, half, billed.adding(minutes: 1), currency))
            steps.append(pay(course.payments.1, price - half, billed.adding(days: 13), currency))
        case .refunded:
            steps.append(pay(course.payments.0, price, billed.adding(minutes: 1), currency))
            steps.append(
                step(billed.adding(days: 2), "refund") { [self] in
                    RefundPayment(
                        refund: course.refund, payment: course.payments.0, amount: Money(half, currency),
                        method: course.byCard ? .card : .cash, reason: Personal("goodwill"))
                })
        }
        return steps
    }

    private func pay(_ payment: ID<Payment>, _ amount: Int64, _ at: Instant, _ currency: Currency) -> Step {
        step(at, "pay \(payment)") { [self] in
            RecordPayment(
                payment: payment, payer: .invoice(course.invoice),
                PaymentTerms(
                    amount: Money(amount, currency),
                    method: course.byCard ? .card : .cash))
        }
    }

    private func step<D: Decision>(
        _ at: Instant, _ name: String, _ decision: @escaping @Sendable () -> D
    ) -> Step where D.Event == ClinicEvent {
        let name = "\(appointment) \(name)"
        return Step(at: at, name: name) { runner in try await runner.run(decision(), named: name, at: at) }
    }
}
