import HTTPServer

/// How a request is answered: at once, or by a task.
typealias Answering = Reply
