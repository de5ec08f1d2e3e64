import HTTPServer

/// The answer to a request: immediate, or by a task.
typealias Answering = Reply
