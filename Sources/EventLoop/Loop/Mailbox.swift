import CLibUV
import Synchronization

/// A unit of work of a loop: a piece of a Swift task, or a closure.
enum Work: Sendable {
    case job(UnownedJob)
    case closure(@Sendable () -> Void)
}

/// The work that other threads post to a loop: a list to which threads add at the head, and from which the loop takes
/// all work at once. It has no lock, so a thread that is interrupted while posting delays no other.
///
/// No wake-up is lost. A post to an empty mailbox wakes the loop; so while the mailbox holds work, exactly one wake-up
/// is in progress. The woken loop takes *all* work, after libuv has cleared the flag that `uv_async_send` reads without
/// a fence of its own. Posting and taking are sequentially consistent exchanges of one word. So a thread that then
/// finds the mailbox empty also finds libuv's flag cleared, and its `uv_async_send` writes to the loop's descriptor.
struct Mailbox: ~Copyable, Sendable {
    /// The states of an empty mailbox, as values of `head`. Any other value is the address of a list node.
    private enum Head {
        /// The mailbox is empty, and a post must wake the loop.
        static var empty: UInt { 0 }
        /// The mailbox is empty and closed, since its loop has stopped. A thread runs the work that was posted after
        /// the stop, and looks into the mailbox again before it ends.
        static var lateRunning: UInt { 1 }
        /// The mailbox is empty and closed, since its loop has stopped. No thread runs work that was posted after the
        /// stop, so the next post needs a new thread.
        static var late: UInt { 2 }
        static var lastMark: UInt { 2 }
    }

    struct Node {
        var work: Work
        var next: UInt
    }

    enum Posted {
        case wakeLoop
        case startThread
        case willBeTaken
    }

    private let head = Atomic<UInt>(Head.empty)

    /// Adds work to the mailbox. Returns the action that the caller must take next, so that the loop or a new thread
    /// runs the work.
    func post(_ work: Work) -> Posted {
        let node = UnsafeMutablePointer<Node>.allocate(capacity: 1)
        var seen = head.load(ordering: .relaxed)
        unsafe node.initialize(to: Node(work: work, next: seen))
        while true {
            let (done, found) = head.weakCompareExchange(
                expected: seen, desired: UInt(bitPattern: node), ordering: .sequentiallyConsistent)
            if done { break }
            seen = found
            unsafe node.pointee.next = found
        }
        return switch seen {
        case Head.empty: .wakeLoop
        case Head.late: .startThread
        default: .willBeTaken
        }
    }

    /// Empties the mailbox, and appends its work to `works`, the oldest first.
    func take(into works: inout [Work]) {
        _ = Self.move(head.exchange(Head.empty, ordering: .sequentiallyConsistent), to: &works)
    }

    /// Closes the mailbox of a loop that stops, and appends its work to `works`. A later post does not wake the loop,
    /// so the caller must run the work that is posted later.
    ///
    /// - Returns: whether a wake-up is still in progress.
    func close(into works: inout [Work]) -> Bool {
        Self.move(head.exchange(Head.lateRunning, ordering: .sequentiallyConsistent), to: &works)
    }

    /// Empties the closed mailbox of a loop that has stopped, and appends its work to `works`. Returns `false` if the
    /// mailbox was empty: the calling thread then ends, and the next post needs a new thread.
    func takeLate(into works: inout [Work]) -> Bool {
        while true {
            if Self.move(head.exchange(Head.lateRunning, ordering: .sequentiallyConsistent), to: &works) { return true }
            let (done, _) = head.compareExchange(
                expected: Head.lateRunning, desired: Head.late, ordering: .sequentiallyConsistent)
            if done { return false }
        }
    }

    /// Frees the nodes of the list that begins at `head`, and appends their work to `works`, the oldest first. Returns
    /// whether the list had any node.
    private static func move(_ head: UInt, to works: inout [Work]) -> Bool {
        let start = works.count
        var next = head
        while next > Head.lastMark, let node = unsafe UnsafeMutablePointer<Node>(bitPattern: next) {
            let taken = unsafe node.move()
            unsafe node.deallocate()
            works.append(taken.work)
            next = taken.next
        }
        works[start...].reverse()
        return works.count > start
    }
}
