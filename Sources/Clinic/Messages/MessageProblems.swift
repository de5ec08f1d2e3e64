import Endpoints

extension Problem.Kind {
    static let fileNotShared = Problem.Kind(
        "file-not-shared", 409, "This file cannot be sent in this thread",
        means: "A file does not exist, was removed, belongs to another patient, or may not be opened by the sender.",
        remedy: "Upload the file for the thread's patient first, or send the message without the file.")
    static let threadIsFull = Problem.Kind(
        "thread-full", 409, "This thread is full",
        means: "A thread has at most 500 messages, withdrawals, assignments, closings and reopenings.",
        remedy: "Open another thread.")
    static let messageNotWithdrawable = Problem.Kind(
        "message-not-withdrawable", 409, "This message cannot be withdrawn",
        means: """
            A message can be withdrawn only by its author, within 15 minutes, and before the other side has read it or \
            answered. `reason` is `other_author`, `too_late` or `read`.
            """,
        remedy: "Send another message that corrects this one.")
    static let messagesOfTheDaySent = Problem.Kind(
        "daily-messages-sent", 409, "Too many messages were sent today",
        means:
            "A patient and the patient's guardians can together send at most 100 messages about one record on one day.",
        remedy: "Send the message on the next day, or call the clinic if the matter is urgent.")
}
