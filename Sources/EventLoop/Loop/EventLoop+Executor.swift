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

    /// From another thread.
    func post(_ work: Work) {
        switch mailbox.post(work) {
        case .willBeTaken: break
        case .wakeLoop: unsafe uv_async_send(handles.async)
        case .startThread: startLateThread()
        }
    }

    /// The loop has ended, but a task that prefers it continues: it must not hang, so a short-lived thread runs it.
    private func startLateThread() {
        do {
            try Thread(name: name) { [self] in runLateWork() }.detach()
        } catch {
            runLateWork()
        }
    }
}
