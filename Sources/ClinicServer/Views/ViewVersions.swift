import Clinic
import EventSourcing
import Identifiers
import Synchronization

/// Since which position each polled view is as it is: what tells an unchanged poll without asking PostgreSQL.
///
/// Shared by the loops of a process. A version is only ever as new as what was heard of, so an answer may be labelled too
/// old, which costs one more read, and never too new. While the process does not hear what others append, nothing is
/// known.
final class ViewVersions: Sendable {
    private struct ClinicVersions {
        /// Views that nothing has changed since the process knows the clinic have this version.
        let floor: Int64
        var versions: [View: Int64] = [:]
    }

    private struct State {
        var isInStep = false
        var clinics: [UUIDBytes: ClinicVersions] = [:]
    }

    private let state = Mutex(State())

    /// `nil` for a clinic that the process does not know.
    func version(of view: View, in clinic: UUIDBytes) -> Int64? {
        state.withLock { state in
            guard let known = state.clinics[clinic] else { return nil }
            return max(known.versions[view] ?? known.floor, known.versions[.everything] ?? known.floor)
        }
    }

    /// Begins to know a clinic whose feed goes up to `position`.
    func know(_ clinic: UUIDBytes, upTo position: Int64) {
        state.withLock { state in
            guard state.isInStep, state.clinics[clinic] == nil else { return }
            state.clinics[clinic] = ClinicVersions(floor: position)
        }
    }

    func appended(_ events: [Recorded<ClinicEvent>], in clinic: UUIDBytes) {
        state.withLock { state in
            // A clinic that nobody has polled has no versions to keep.
            guard let index = state.clinics.index(forKey: clinic) else { return }
            // What an event changed that cannot be read, nobody can say.
            guard !events.isEmpty else {
                state.clinics[clinic] = nil
                return
            }
            let floor = state.clinics.values[index].floor
            for recorded in events {
                for view in recorded.event.views {
                    let known = state.clinics.values[index].versions[view] ?? floor
                    state.clinics.values[index].versions[view] = max(known, recorded.position)
                }
            }
        }
    }

    /// Whether the process hears of everything that is appended from now on.
    func listens(_ isInStep: Bool) {
        state.withLock { state in
            state.isInStep = isInStep
            if !isInStep { state.clinics = [:] }
        }
    }
}
