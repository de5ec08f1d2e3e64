import Clinic
import Endpoints

/// The version of a followed list, which clients send back: the list's view, and a place in the clinic's feed.
struct ListVersion {
    let view: View
    let place: ViewVersion

    init(_ view: View, _ place: ViewVersion) {
        self.view = view
        self.place = place
    }

    /// Reads the version that a client has; `nil` if it belongs to another view, such as yesterday's queue, or is
    /// malformed.
    init?(_ text: String, of view: View) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == view.name, let timeline = Int64(parts[1]), let edition = Int64(parts[2]),
            let position = Int64(parts[3])
        else { return nil }
        self.init(view, ViewVersion(timeline: timeline, edition: edition, position: position))
    }

    /// The version that is sent with a followed list while this server does not receive the events of other servers.
    static let unknown = "0"

    var text: String { "\(view.name).\(place.timeline).\(place.edition).\(place.position)" }

    /// Whether the list's view has not changed between this version and the given version of the view.
    func isCurrent(_ version: ViewVersion) -> Bool {
        place.timeline == version.timeline && place.edition == version.edition && version.position <= place.position
    }
}
