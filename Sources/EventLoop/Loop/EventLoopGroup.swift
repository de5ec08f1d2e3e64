/// Loops that share the work of a process, usually one per core.
public struct EventLoopGroup: Sendable {
    public let loops: [EventLoop]

    /// Starts the loops.
    ///
    /// - Parameter loops: the number of loops, at least one.
    public init(loops: Int) throws(SystemError) {
        precondition(loops > 0, "a group has at least one loop")
        var started: [EventLoop] = []
        for index in 0..<loops { started.append(try EventLoop(name: "loop-\(index)")) }
        self.loops = started
    }

    public func stop() async {
        for loop in loops { await loop.stop() }
    }
}
