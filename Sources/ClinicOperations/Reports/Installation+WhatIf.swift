import Clinic
import ClinicServer
import EventStore

extension Installation {
    /// Counts, from a clinic's events, how an alternative cancellation notice would have changed the past.
    ///
    /// - Parameters:
    /// - hours: the alternative cancellation notice, in hours.
    /// - clinic: the clinic's id or name; `nil` for the only clinic of the database.
    package func review(cancelHours hours: Int, of clinic: String?) async throws -> [(name: String, count: Int)] {
        try await withServices(of: clinic) { services, clinic in
            var review = CancellationReview(hours: hours)
            var position: Int64 = 0
            while true {
                let page = try await services.log.events(after: position, atMost: 4_000, in: clinic)
                for event in page.events { review.add(event) }
                guard let last = page.last else { return review.counts }
                position = last
            }
        }
    }
}
