import CLibUV

extension EventLoop {
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if isCurrent {
            ready.append(.job(job))
        } else {
            post(.job(job))
        }
    }

    public func checkIsolated() { preconditionCurrent() }

    public func isIsolatingCurrentContext() -> Bool? { isCurrent }

    /// Adds work to the loop's mailbox from another thread, and wakes the loop if necessary.
    func post(_ work: Work) {
        switch mailbox.post(work) {
        case .willBeTaken: break
        case .wakeLoop: unsafe uv_async_send(handles.async)
        case .startThread: startLateThread()
        }
    }

    /// Starts a short-lived thread for work that arrives after the loop has ended. Without it, tasks that prefer the
    /// loop would hang.
    private func startLateThread() {
        do {
            try Thread(name: name) { [self] in runLateWork() }.detach()
        } catch {
            runLateWork()
        }
    }
}
