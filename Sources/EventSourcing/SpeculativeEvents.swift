/// Events of the earlier commands in a batch, with the positions that they will have if no other append comes first.
public struct SpeculativeEvents<Event: DomainEvent> {
    /// The feed's last position before these speculative events.
    public let begin: Int64
    /// The position of the last of these speculative events; `begin` if there are none.
    public private(set) var end: Int64
    private var byTag: [Tag: [Recorded<Event>]] = [:]

    public init(after begin: Int64) {
        self.begin = begin
        end = begin
    }

    /// Adds a speculative event at the next position.
    ///
    /// - Parameters:
    ///   - recorded: creates the event with a position.
    ///   - tags: all tags of the event and the tags of all days that cover them, each once.
    public mutating func append(under tags: [Tag], _ recorded: (_ position: Int64) -> Recorded<Event>) {
        end += 1
        let recorded = recorded(end)
        for tag in tags { byTag[tag, default: []].append(recorded) }
    }

    /// The position of the last speculative event with a tag.
    public func last(under tag: Tag) -> Int64? { byTag[tag]?.last?.position }

    /// Returns the state of a subject after the speculative events.
    func state<State: EventSourced>(_ subject: Subject<State>, after fold: StateFold<State>) -> State
    where State.Event == Event {
        var state = fold.state
        for recorded in byTag[subject.tag] ?? [] where recorded.position > fold.position { state.evolve(recorded) }
        return state
    }
}
