/// A feed's last position, and the feed token that the last append left there.
package struct FeedEnd: Hashable, Sendable {
    var position: Int64
    var token: Int64

    package init(position: Int64, token: Int64) {
        self.position = position
        self.token = token
    }
}

/// The change of a feed's end by one append: the end before it and the end after it.
package struct FeedMove: Sendable {
    let from: FeedEnd
    let to: FeedEnd

    package init(from: FeedEnd, to: FeedEnd) {
        self.from = from
        self.to = to
    }

    /// The positions of the events that this append adds to the feed; `nil` if it adds none.
    var positions: ClosedRange<Int64>? { from.position < to.position ? (from.position + 1)...to.position : nil }
}
