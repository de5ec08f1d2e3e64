import Clinic
import EventSourcing
import Identifiers
import Synchronization

/// What tells an answer of a polled view from all others that the view ever had.
package struct ViewVersion: Hashable, Sendable {
    /// PostgreSQL's: one more each time that a standby took over or a recovery to a point in time ended. Where that lost
    /// events, others have their positions.
    package let timeline: Int64
    /// One more each time that a rebuild made the clinic's documents others, without an event.
    package let edition: Int64
    /// The feed's position since which the view is as it is.
    package let position: Int64

    package init(timeline: Int64 = 1, edition: Int64 = 0, position: Int64) {
        self.timeline = timeline
        self.edition = edition
        self.position = position
    }
}

/// Since when each polled view is as it is: what tells an unchanged poll without asking PostgreSQL.
///
/// Shared by the loops of a process. A version is only ever as new as what was heard of, so an answer may be labelled too
/// old, which costs one more read, and never too new. While the process does not hear what others append, nothing is
/// known.
package final class ViewVersions: Sendable {
    private struct ClinicVersions {
        /// Views that nothing has changed since the process knows the clinic have this version.
        let floor: Int64
        let timeline: Int64
        var edition: Int64
        var versions: [View: Int64] = [:]

        func version(of view: View) -> ViewVersion {
            ViewVersion(
                timeline: timeline, edition: edition,
                position: max(versions[view] ?? floor, versions[.everything] ?? floor))
        }
    }

    private struct State {
        var isInStep = false
        /// The highest that was seen: that of the server which took over last.
        var timeline: Int64 = 1
        var clinics: [UUIDBytes: ClinicVersions] = [:]
        /// Clinics that somebody is about to know, with the last that was heard of meanwhile.
        var learning: [UUIDBytes: (lesson: Lesson, last: ViewVersion)] = [:]
        var lessons = 0
        var watches = ViewWatches()
    }

    private let state = Mutex(State())

    package init() {}

    /// `nil` for a clinic that the process does not know.
    package func version(of view: View, in clinic: UUIDBytes) -> ViewVersion? {
        state.withLock { $0.clinics[clinic]?.version(of: view) }
    }

    /// A look at a feed that is under way.
    package struct Lesson: Equatable, Sendable {
        fileprivate let number: Int
    }

    /// To be called before a look at a clinic's feed: what is heard of meanwhile, the look may have missed.
    ///
    /// - Returns: `nil` where the clinic is known, or cannot be.
    package func learn(_ clinic: UUIDBytes) -> Lesson? {
        state.withLock { state in
            guard state.isInStep, state.clinics[clinic] == nil else { return nil }
            if let (lesson, _) = state.learning[clinic] { return lesson }
            state.lessons += 1
            let lesson = Lesson(number: state.lessons)
            state.learning[clinic] = (lesson, ViewVersion(position: 0))
            return lesson
        }
    }

    /// Begins to know a clinic as a look at its feed saw it, unless something was missed since `lesson` began. A look at a
    /// server that another one has taken over from says nothing; the first at that other one ends all that is known.
    package func know(_ clinic: UUIDBytes, _ seen: ViewVersion, since lesson: Lesson) {
        let ended = state.withLock { state -> [ViewWatches.Watch] in
            guard let (begun, last) = state.learning[clinic], begun == lesson else { return [] }
            state.learning[clinic] = nil
            guard seen.timeline >= state.timeline else { return [] }
            let isTakenOver = seen.timeline > state.timeline
            state.timeline = seen.timeline
            if isTakenOver { state.clinics = [:] }
            state.clinics[clinic] = ClinicVersions(
                floor: max(seen.position, last.position), timeline: seen.timeline,
                edition: max(seen.edition, last.edition))
            return isTakenOver ? state.watches.takeAll() : []
        }
        for watch in ended { watch.changed() }
    }

    /// Calls `changed` once, from any thread, when a view has another version or none that is known.
    ///
    /// - Returns: what `unwatch` takes; `nil` where the view's version is not `version` now.
    package func watch(
        _ view: View, in clinic: UUIDBytes, after version: ViewVersion, _ changed: @escaping @Sendable () -> Void
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
            guard let index = state.clinics.index(forKey: clinic) else {
                if let lesson = state.learning[clinic] {
                    let (edition, before) = (lesson.last.edition, lesson.last.position)
                    state.learning[clinic] = events.map(\.position).max().map { last in
                        (lesson.lesson, ViewVersion(edition: edition, position: max(before, last)))
                    }
                }
                return []
            }
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

    /// Documents of a clinic became others without an event.
    package func rebuilt(_ clinic: UUIDBytes, edition: Int64) {
        let ended = state.withLock { state -> [ViewWatches.Watch] in
            if let (lesson, last) = state.learning[clinic] {
                state.learning[clinic] = (
                    lesson, ViewVersion(edition: max(edition, last.edition), position: last.position)
                )
            }
            guard let known = state.clinics[clinic], known.edition < edition else { return [] }
            state.clinics[clinic]?.edition = edition
            return state.watches.takeAll(in: clinic)
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
            state.learning = [:]
            return state.watches.takeAll()
        }
        for watch in ended { watch.changed() }
    }
}
