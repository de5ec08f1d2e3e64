import Clinic
import EventSourcing
import Identifiers
import Synchronization

/// Since which position each polled view is as it is: what tells an unchanged poll without asking PostgreSQL.
///
/// Shared by the loops of a process. A version is only ever as new as what was heard of, so an answer may be labelled too
/// old, which costs one more read, and never too new.
final class ViewVersions: Sendable {
    private struct ClinicVersions {
        /// Views that nothing has changed since the process knows the clinic have this version.
        let floor: Int64
        var versions: [View: Int64] = [:]
    }

    private let clinics = Mutex<[UUIDBytes: ClinicVersions]>([:])

    /// `nil` for a clinic that the process does not know yet.
    func version(of view: View, in clinic: UUIDBytes) -> Int64? {
        clinics.withLock { clinics in
            guard let index = clinics.index(forKey: clinic) else { return nil }
            let known = clinics.values[index]
            return max(known.versions[view] ?? known.floor, known.versions[.everything] ?? known.floor)
        }
    }

    /// Begins to know a clinic whose feed goes up to `position`.
    func know(_ clinic: UUIDBytes, upTo position: Int64) {
        clinics.withLock { clinics in
            if clinics[clinic] == nil { clinics[clinic] = ClinicVersions(floor: position) }
        }
    }

    func appended(_ events: [Recorded<ClinicEvent>]) {
        clinics.withLock { clinics in
            for recorded in events {
                for view in recorded.event.views {
                    // A clinic that nobody has polled has no versions to keep.
                    guard let index = clinics.index(forKey: recorded.clinic) else { break }
                    let known = clinics.values[index].versions[view] ?? clinics.values[index].floor
                    clinics.values[index].versions[view] = max(known, recorded.position)
                }
            }
        }
    }

    /// Nobody listened for a while: all is unknown again.
    func forgetAll() { clinics.withLock { $0.removeAll() } }
}
