/// Events that are about to be appended to a feed before a decision's own, as they will be recorded if nothing comes between.
public struct Foreseen<Event: DomainEvent> {
    /// Where the feed ends before them.
    public let begin: Int64
    /// Where it will end after them.
    public private(set) var end: Int64
    private var byTag: [Tag: [Recorded<Event>]] = [:]

    public init(after begin: Int64) {
        self.begin = begin
        end = begin
    }

    /// - Parameters:
    ///   - recorded: makes the event at a position.
    ///   - tags: all under which it is noticed, each once.
    public mutating func append(under tags: [Tag], _ recorded: (_ position: Int64) -> Recorded<Event>) {
        end += 1
        let recorded = recorded(end)
        for tag in tags { byTag[tag, default: []].append(recorded) }
    }

    /// The position of the last of them under a tag.
    public func last(under tag: Tag) -> Int64? { byTag[tag]?.last?.position }

    /// A state with these events on it too.
    func state<State: EventSourced>(_ subject: Subject<State>, after fold: StateFold<State>) -> State
    where State.Event == Event {
        var state = fold.state
        for recorded in byTag[subject.tag] ?? [] where recorded.position > fold.position { state.evolve(recorded) }
        return state
    }
}
