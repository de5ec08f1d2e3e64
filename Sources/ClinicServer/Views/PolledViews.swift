import EventLoop
import PostgresClient

/// The answers of polled views on one loop. Callers with the same query share one read and one rendering for each
/// version of the view, as long as the answer is cached.
package final class PolledViews {
    private let loop: EventLoop
    private var rendered: RenderedViews
    private var reads: [RenderedViews.Key: Read] = [:]

    /// A read of a view's rows that has begun and not ended.
    private struct Read {
        let version: ViewVersion
        let task: Task<Result<ViewContent?, PostgresError>, Never>
    }

    package init(on loop: EventLoop, _ rendered: RenderedViews = RenderedViews()) {
        self.loop = loop
        self.rendered = rendered
    }

    /// The cached answer to a query of a view in the given version; `nil` if there is none.
    package func content(_ key: RenderedViews.Key, version: ViewVersion) -> ViewContent? {
        loop.preconditionCurrent()
        return rendered.content(key, version: version)
    }

    /// Returns the cached answer to a query of a view, or else the answer of a read in progress, or else the result of
    /// `read`.
    ///
    /// - Parameters:
    /// - version: the view's version from before this call. The result of a read that began under an older version is
    ///   not used, since the read may have missed the last change.
    /// - read: reads and renders the answer. It continues even if the caller that started it stops waiting.
    package func content(
        _ key: RenderedViews.Key, version: ViewVersion,
        read: @escaping () async throws(PostgresError) -> ViewContent?
    ) async throws(PostgresError) -> ViewContent? {
        if let known = content(key, version: version) { return known }
        if let read = reads[key], read.version == version { return try await read.task.value.get() }
        let task = loop.task { [self] in
            let result: Result<ViewContent?, PostgresError>
            do throws(PostgresError) { result = .success(try await read()) } catch { result = .failure(error) }
            end(key, version: version, result)
            return result
        }
        reads[key] = Read(version: version, task: task)
        return try await task.value.get()
    }

    private func end(
        _ key: RenderedViews.Key, version: ViewVersion, _ result: Result<ViewContent?, PostgresError>
    ) {
        // If a read for another version of the same view has begun meanwhile, the result of the earlier read is not
        // cached.
        guard reads[key]?.version == version else { return }
        reads[key] = nil
        if case .success(let content?) = result { rendered.keep(content, as: key, version: version) }
    }
}
