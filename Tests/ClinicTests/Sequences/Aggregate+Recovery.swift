import Clinic
import Endpoints
import EventSourcing

extension Aggregate {
    /// Intervals of check-ins. The reminder interval is random, and sometimes longer than the check-in interval.
    private static let terms = #"{"check_in_interval":3600,"reminder_interval":<digit>000}"#

    /// A check-in of an app that has chosen the id and the instant. The same id comes again now and then.
    private static let told =
        #"{"id":"01939a3c-6a00-7000-8000-00000000c00<digit>","timestamp":"<today>T00:00:00Z","source":"widget"}"#

    /// Check-ins after a treatment. Requests are hours apart now and then, so that some check-ins are missed.
    static let recovery = Aggregate(
        name: "check-ins",
        moves: [
            Move("prescribeCheckIns", as: .doctor, terms), Move("chooseCheckIns", as: .patient, terms),
            Move("setCheckInIntervals", as: .patient, #"{"reminder_interval":<digit>000}"#),
            Move("recordCheckIn", as: .patient, #"{"source":"manual"}"#),
            Move("recordCheckIn", as: .patient, told), Move("endCheckIns", as: .doctor),
            Move("stopCheckIns", as: .patient), Move("seeMissedCheckIn", as: .doctor),
        ],
        documents: [
            AnyProjection(CheckInPlans.self), AnyProjection(CheckIns.self), AnyProjection(MissedCheckIns.self),
        ])
}
