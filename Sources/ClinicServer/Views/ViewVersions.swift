import Clinic
import EventSourcing
import Identifiers
import PostgresClient
import Synchronization

/// A version of a polled view. Every change of the view's answer gives the view a new version, which no earlier answer
/// had.
package struct ViewVersion: Hashable, Sendable {
    /// The number of PostgreSQL's timeline. It increases when a standby takes over or a point-in-time recovery ends. If
    /// events were lost then, later events reuse their positions, so a position alone does not identify a version.
    package let timeline: Int64
    /// The edition of the clinic's documents. It increases when a rebuild changes them, without an event.
    package let edition: Int64
    /// The feed's position at the view's last change, or when the process began to track the clinic's views if that was
    /// later.
    package let position: Int64

    package init(timeline: Int64 = 1, edition: Int64 = 0, position: Int64) {
        self.timeline = timeline
        self.edition = edition
        self.position = position
    }
}

/// The version of each polled view, so that the poll of an unchanged view is answered without PostgreSQL.
///
/// The loops of a process share the versions. A known version is only as new as the received events. So an answer may
/// be labelled with a version that is too old, which costs one more read, but never with one that is too new. While the
/// process does not receive other processes' events, no version is known.
package final class ViewVersions: Sendable {
    private struct ClinicVersions {
        /// The position that is used for a view without an entry in `versions`: the end of the feed when the process
        /// began to track the clinic's views.
        let floor: Int64
        let timeline: Int64
        var edition: Int64
        var versions: [View: Int64] = [:]
        var recent: RecentTouches

        func version(of view: View) -> ViewVersion {
            ViewVersion(
                timeline: timeline, edition: edition,
                position: view.parts.reduce(floor) { max($0, versions[$1] ?? floor) })
        }

        mutating func hear(_ recorded: Recorded<ClinicEvent>) {
            for view in recorded.event.views {
                versions[view] = max(versions[view] ?? floor, recorded.position)
            }
            recent.hear(recorded.event.touches, at: recorded.position)
        }
    }

    private struct State {
        var isInStep = false
        /// The highest timeline seen so far. A lower one belongs to a PostgreSQL server that has been replaced.
        var timeline: Int64 = 1
        var clinics: [UUIDBytes: ClinicVersions] = [:]
        /// The clinics for which a read of the end of the feed is in progress, with the last position and edition that
        /// were received during the read.
        var learning: [UUIDBytes: (lesson: Lesson, last: ViewVersion)] = [:]
        var lessons = 0
        var watches = ViewWatches()
    }

    private let state = Mutex(State())
    private let hearing: Hearing

    /// Creates the versions of views, none of which is known.
    ///
    /// - Parameter hearing: the proof that the process receives other processes' events.
    package init(_ hearing: Hearing = Hearing()) { self.hearing = hearing }

    /// The present version of a view; `nil` if the process does not know the versions of the clinic's views.
    package func version(of view: View, in clinic: UUIDBytes) -> ViewVersion? {
        guard !hearing.isLost else { return nil }
        return state.withLock { $0.clinics[clinic]?.version(of: view) }
    }

    /// The point in a clinic's feed up to which this server has received every event; `nil` if the clinic's versions
    /// are not known.
    package func place(in clinic: UUIDBytes) -> ViewVersion? {
        guard !hearing.isLost else { return nil }
        return state.withLock { state in
            state.clinics[clinic].map {
                ViewVersion(timeline: $0.timeline, edition: $0.edition, position: $0.recent.heard)
            }
        }
    }

    /// The changes of the clinic's followed lists after a point in its feed; `nil` if this server does not have all of
    /// them in memory.
    package func touches(in clinic: UUIDBytes, after place: ViewVersion) -> [Touch]? {
        guard !hearing.isLost else { return nil }
        return state.withLock { state in
            guard let known = state.clinics[clinic], known.timeline == place.timeline, known.edition == place.edition
            else { return nil }
            return known.recent.after(place.position)
        }
    }

    /// A read of the end of a clinic's feed, which is in progress, to learn the versions of the clinic's views.
    package struct Lesson: Equatable, Sendable {
        fileprivate let number: Int
    }

    /// Begins to learn the versions of a clinic's views. Call it before the clinic's feed is read, so that events
    /// received during the read are noted: the read may miss them.
    ///
    /// - Returns: `nil` if the versions are known already, or if the process does not receive everything that is
    ///   appended.
    package func learn(_ clinic: UUIDBytes) -> Lesson? {
        state.withLock { state in
            guard state.isInStep, !hearing.isLost, state.clinics[clinic] == nil else { return nil }
            if let (lesson, _) = state.learning[clinic] { return lesson }
            state.lessons += 1
            let lesson = Lesson(number: state.lessons)
            state.learning[clinic] = (lesson, ViewVersion(position: 0))
            return lesson
        }
    }

    /// Stores the versions of a clinic's views that follow from a read of the end of its feed. Stores nothing if the
    /// process has missed events during the read, or if the read came from a PostgreSQL server that has been replaced.
    /// The first read from a PostgreSQL server that has replaced another one discards all known versions.
    ///
    /// - Parameter lesson: the result of `learn` before the read.
    package func know(_ clinic: UUIDBytes, _ seen: ViewVersion, since lesson: Lesson) {
        let ended = state.withLock { state -> [ViewWatches.Watch] in
            guard let (begun, last) = state.learning[clinic], begun == lesson else { return [] }
            state.learning[clinic] = nil
            guard seen.timeline >= state.timeline else { return [] }
            let isTakenOver = seen.timeline > state.timeline
            state.timeline = seen.timeline
            if isTakenOver { state.clinics = [:] }
            let floor = max(seen.position, last.position)
            state.clinics[clinic] = ClinicVersions(
                floor: floor, timeline: seen.timeline, edition: max(seen.edition, last.edition),
                recent: RecentTouches(after: floor))
            return isTakenOver ? state.watches.takeAll() : []
        }
        for watch in ended { watch.changed() }
    }

    /// Calls `changed` once, from any thread, when a view's version changes or becomes unknown.
    ///
    /// - Returns: the id of the watch, for `unwatch`; `nil` if the view's version is unknown or differs from `version`
    ///   already.
    package func watch(
        _ view: View, in clinic: UUIDBytes, after version: ViewVersion, _ changed: @escaping @Sendable () -> Void
    ) -> Int? {
        state.withLock { state in
            guard !hearing.isLost, state.clinics[clinic]?.version(of: view) == version else { return nil }
            return state.watches.add(view, in: clinic, after: version, changed)
        }
    }

    package func unwatch(_ watch: Int, in clinic: UUIDBytes) {
        state.withLock { $0.watches.remove(watch, in: clinic) }
    }

    package func appended(_ events: [Recorded<ClinicEvent>], in clinic: UUIDBytes) {
        let ended = state.withLock { state -> [ViewWatches.Watch] in
            // If the process does not know the versions of the clinic's views, no version changes. If the process is
            // reading the end of the clinic's feed to learn the versions, the last received position is stored for the
            // end of that read; an unreadable event makes that read useless.
            guard let index = state.clinics.index(forKey: clinic) else {
                if let lesson = state.learning[clinic] {
                    let (edition, before) = (lesson.last.edition, lesson.last.position)
                    state.learning[clinic] = events.map(\.position).max().map { last in
                        (lesson.lesson, ViewVersion(edition: edition, position: max(before, last)))
                    }
                }
                return []
            }
            // An empty list of events means that an event is unreadable. That event may change any view, so all
            // versions of the clinic are discarded.
            guard !events.isEmpty else {
                state.clinics[clinic] = nil
                return state.watches.takeAll(in: clinic)
            }
            for recorded in events { state.clinics.values[index].hear(recorded) }
            let versions = state.clinics.values[index]
            // At least one event was not received, so the process forgets the versions of the clinic's views. They are
            // later read from the feed again.
            guard !versions.recent.hasLostOne else {
                state.clinics[clinic] = nil
                return state.watches.takeAll(in: clinic)
            }
            return state.watches.take(in: clinic) { versions.version(of: $0.view) != $0.version }
        }
        for watch in ended { watch.changed() }
    }

    /// Records that a rebuild changed documents of a clinic without an event.
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

    /// Whether the process receives the events that all servers append.
    var isInStep: Bool { !hearing.isLost && state.withLock { $0.isInStep } }

    /// Records whether the process receives everything that is appended from now on. If not, it forgets all versions of
    /// views, and ends all watches.
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
