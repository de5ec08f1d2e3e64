import EventSourcing
import Identifiers
import SQL

/// The rows that a batch adds to the table `event`, as one array per column.
struct EventRows {
    var clinics: [UUIDBytes] = []
    var positions: [Int64] = []
    var recordedAt: [Instant] = []
    var versions: [Int32] = []
    var types: [String] = []
    var data: [JSONText] = []
    var metadata: [JSONText] = []
    var commands: [UUIDBytes?] = []
}

/// The rows that a batch adds to the table `event_tag`, as one array per column.
struct TagRows {
    var clinics: [UUIDBytes] = []
    var tags = TagColumns()
    var positions: [Int64] = []
}

/// The rows that a batch adds to the table `command`, as one array per column.
struct CommandRows {
    var clinics: [UUIDBytes] = []
    var ids: [UUIDBytes] = []
    var actors: [UUIDBytes?] = []
    var hashes: [Bytes] = []
    var first: [Int64?] = []
    var last: [Int64?] = []
    var recordedAt: [Instant] = []
    var answers: [UTF8Text?] = []
    var locations: [String?] = []
    var people: [UUIDBytes?] = []
}
