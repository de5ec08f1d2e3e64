import Clinic
import EventSourcing
import Identifiers
import Synchronization

/// Since which position each polled view is as it is: what tells an unchanged poll without asking PostgreSQL.
///
/// Shared by the loops of a process. A version is only ever as new as what was heard of, so an answer may be labelled too
/// old, which costs one more read, and never too new. While the process does not hear what others append, nothing is
/// known.
package final class ViewVersions: Sendable {
    private struct ClinicVersions {
        /// Views that nothing has changed since the process knows the clinic have this version.
        let floor: Int64
        var versions: [View: Int64] = [:]

        func version(of view: View) -> Int64 {
            max(versions[view] ?? floor, versions[.everything] ?? floor)
        }
    }

    private struct State {
        var isInStep = false
        var clinics: [UUIDBytes: ClinicVersions] = [:]
        var watches = ViewWatches()
    }

    private let state = Mutex(State())

    package init() {}

    /// `nil` for a clinic that the process does not know.
    package func version(of view: View, in clinic: UUIDBytes) -> Int64? {
        state.withLock { $0.clinics[clinic]?.version(of: view) }
    }

    /// Begins to know a clinic whose feed goes up to `position`.
    package func know(_ clinic: UUIDBytes, upTo position: Int64) {
        state.withLock { state in
            guard state.isInStep, state.clinics[clinic] == nil else { return }
            state.clinics[clinic] = ClinicVersions(floor: position)
        }
    }

    /// Calls `changed` once, from any thread, when a view has another version or none that is known.
    ///
    /// - Returns: what `unwatch` takes; `nil` where the view's version is not `version` now.
    package func watch(
        _ view: View, in clinic: UUIDBytes, after version: Int64, _ changed: @escaping @Sendable () -> Void
    ) -> Int? {
        state.withLock { state in
            guard state.clinics[clinic]?.version(of: view) == version else { return nil }
            return state.watches.add(view, in: clinic, after: version, changed)
        }
    }

    package func unwatch(_ watch: Int, in clinic: UUIDBytes) {
        state.withLock { $0.watches.remove(watch, in: clinic) }
    }

    package func appended(_ events: [Recorded<ClinicEvent>], in clinic: UUIDBytes) {
        let ended = state.withLock { state -> [ViewWatches.Watch] in
            // A clinic that nobody has polled has no versions to keep.
            guard let index = state.clinics.index(forKey: clinic) else { return [] }
            // What an event changed that cannot be read, nobody can say.
            guard !events.isEmpty else {
                state.clinics[clinic] = nil
                return state.watches.takeAll(in: clinic)
            }
            let floor = state.clinics.values[index].floor
            for recorded in events {
                for view in recorded.event.views {
                    let known = state.clinics.values[index].versions[view] ?? floor
                    state.clinics.values[index].versions[view] = max(known, recorded.position)
                }
            }
            let versions = state.clinics.values[index]
            return state.watches.take(in: clinic) { versions.version(of: $0.view) != $0.version }
        }
        for watch in ended { watch.changed() }
    }

    /// Whether the process hears of everything that is appended.
    var isInStep: Bool { state.withLock { $0.isInStep } }

    /// Whether the process hears of everything that is appended from now on.
    package func listens(_ isInStep: Bool) {
        let ended = state.withLock { state -> [ViewWatches.Watch] in
            state.isInStep = isInStep
            guard !isInStep else { return [] }
            state.clinics = [:]
            return state.watches.takeAll()
        }
        for watch in ended { watch.changed() }
    }
}
