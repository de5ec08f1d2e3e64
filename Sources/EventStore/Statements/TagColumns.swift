import EventSourcing
import Identifiers

/// A list of tags, as one array per column.
struct TagColumns {
    private(set) var subjects: [UUIDBytes] = []
    private(set) var aspects: [Int32] = []

    init() {}

    init(_ tags: some Collection<Tag>) {
        subjects = tags.map(\.subject)
        aspects = tags.map(\.aspect)
    }

    var isEmpty: Bool { subjects.isEmpty }

    subscript(index: Int) -> Tag { Tag(subject: subjects[index], aspect: aspects[index]) }

    mutating func append(_ tag: Tag) {
        subjects.append(tag.subject)
        aspects.append(tag.aspect)
    }
}

/// A list of tags of all days, as one array per column.
struct TagRanges {
    let subjects: [UUIDBytes]
    let first: [Int32]
    let last: [Int32]

    init(_ tags: some Collection<Tag>) {
        subjects = tags.map(\.subject)
        first = tags.map(\.aspectsOfDays.lowerBound)
        last = tags.map(\.aspectsOfDays.upperBound)
    }
}
