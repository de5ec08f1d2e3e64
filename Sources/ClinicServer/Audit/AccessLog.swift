import Clinic
import Endpoints
import EventLoop
import EventSourcing
import Identifiers
import Logging
import PostgresClient

/// Records the accesses to patient data in the answers of one loop. An access is first noted in memory. The accesses of
/// a second are written to the database together. A loop notes the access of an account, in one role and operation, to
/// a patient only once in each ten minutes of the clock.
///
/// If the process is killed, the accesses that are not written yet are lost; usually these are the accesses of the last
/// second.
package final class AccessLog {
    /// The patients whose data an answer shows. A cached answer that many readers get has a number. The access log
    /// recognizes a repeated access to that answer by the number, without comparing all patients.
    package struct Shown: Sendable {
        let patients: [UUIDBytes]
        fileprivate let number: UInt64

        fileprivate init(_ patients: [UUIDBytes], number: UInt64) {
            self.patients = patients
            self.number = number
        }

        package static func only(_ patient: ID<Patient>) -> Shown { Shown([patient.uuid], number: 0) }
    }

    private struct Looker: Hashable {
        let clinic: UUIDBytes
        let account: UUIDBytes
        let role: Role
        let operation: String
    }

    private struct Look: Hashable {
        let looker: Looker
        /// The id of the patient whose data was shown. If a whole cached answer was shown, it is the number of that
        /// answer instead, by which a repeated access to the answer is recognized.
        let patient: UUIDBytes
    }

    private static let window: Int64 = 600
    private static let writesAfter = Duration.seconds(1)
    /// The maximum number of remembered accesses. If there are more, all are forgotten, so repeated accesses are noted
    /// again.
    private static let mostRemembered = 200_000
    /// The maximum number of patients in access records that wait to be written. Beyond it, an access that must be
    /// noted is refused until some records are written.
    static let mostWaiting = 500_000

    private let loop: EventLoop
    private let batch: DelayedBatch<PatientAccess>
    private var remembered: Set<Look> = []
    private var began: Int64 = 0
    private var numbers: UInt64 = 0

    package init(on loop: EventLoop, _ pool: PostgresPool, _ logger: Logger) {
        self.loop = loop
        batch = DelayedBatch(on: loop, after: Self.writesAfter, weight: { $0.patients.count }) {
            _ = try await pool.perform(.insertAccesses($0))
        } failed: { error in
            logger.warning("cannot record accesses to patients' data", metadata: ["reason": "\(error)"])
        }
    }

    /// The number of patients in access records that are not written yet.
    package var patientsWaiting: Int { batch.load }

    /// Returns the patients whom a cached answer shows, with a new number for that answer.
    package func shown(_ patients: [UUIDBytes]) -> Shown {
        numbers += 1
        return Shown(patients, number: numbers)
    }

    /// Records that a caller is about to receive an answer with data of the given patients.
    ///
    /// - Returns: false if the access cannot be noted. In that case, do not send the answer.
    package func note(_ shown: Shown, to principal: Principal, by operation: String, at now: Instant) -> Bool {
        loop.preconditionCurrent()
        // A person without a clinic sees only the data of their own account, so no access to a patient's data is noted.
        guard !shown.patients.isEmpty, principal.role != .person else { return true }
        let looker = Looker(
            clinic: principal.clinic, account: principal.account, role: principal.role, operation: operation)
        beginWindow(now)
        if shown.number > 0 {
            let whole = Look(looker: looker, patient: UUIDBytes(high: 0, low: shown.number))
            guard remembered.insert(whole).inserted else { return true }
        }
        let news = shown.patients.filter { !remembered.contains(Look(looker: looker, patient: $0)) }
        guard !news.isEmpty else { return true }
        guard patientsWaiting + news.count <= Self.mostWaiting else {
            if shown.number > 0 {
                remembered.remove(Look(looker: looker, patient: UUIDBytes(high: 0, low: shown.number)))
            }
            return false
        }
        for patient in news { remembered.insert(Look(looker: looker, patient: patient)) }
        batch.add(
            PatientAccess(
                clinic: principal.clinic, id: .version7(at: now), at: now, account: principal.account,
                subject: principal.subject, role: principal.role.rawValue, operation: operation, patients: news))
        return true
    }

    private func beginWindow(_ now: Instant) {
        let current = now.secondsSince1970 / Self.window
        guard current != began || remembered.count > Self.mostRemembered else { return }
        began = current
        remembered.removeAll(keepingCapacity: true)
    }

    /// Writes the waiting access records to the database, or waits until a write in progress has ended. Records that
    /// cannot be written keep waiting.
    package func write() async { await batch.write() }

    /// Writes the waiting access records, without the usual delay. Must be called last: records that cannot be written
    /// now are not tried again.
    package func close() async { await batch.close() }
}

extension AccessLog {
    /// Records that a call is about to be answered with a patient's data.
    ///
    /// - Throws: if the access cannot be noted.
    func note(_ patient: ID<Patient>, to call: ServerCall) throws(Problem) {
        guard let principal = call.principal else { throw Problem(.unauthenticated) }
        guard note(.only(patient), to: principal, by: call.operation.id, at: call.now) else { throw .unavailable() }
    }
}
