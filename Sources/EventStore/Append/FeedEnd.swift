/// A feed's last position, and the feed token that the last append left there.
struct FeedEnd: Hashable, Sendable {
    var position: Int64
    var token: Int64
}

/// The change of a feed by one append.
struct FeedMove: Sendable {
    let from: FeedEnd
    let to: FeedEnd

    /// The positions of the events that this append adds to the feed; `nil` if it adds none.
    var positions: ClosedRange<Int64>? { from.position < to.position ? (from.position + 1)...to.position : nil }
}
