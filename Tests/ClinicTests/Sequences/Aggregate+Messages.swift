import Clinic
import Endpoints
import EventSourcing

extension Aggregate {
    private static let thread = #"{"patient_id":"<patient>","subject":"<word>","text":"<word>"}"#
    private static let ownThread = #"{"subject":"<word>","text":"<word>"}"#

    /// Threads of messages, with a doctor, a receptionist, an admin and a patient who write in them.
    static let messages = Aggregate(
        name: "messages", prelude: [Move("openOwnMessageThread", as: .patient, ownThread)],
        moves: [
            Move("openMessageThread", thread), Move("openOwnMessageThread", as: .patient, ownThread),
            Move("sendMessage", as: .doctor, #"{"text":"<word>","files":[]}"#),
            Move("sendOwnMessage", as: .patient, #"{"text":"<word>","files":[]}"#),
            Move("withdrawMessage", as: .doctor), Move("withdrawOwnMessage", as: .patient),
            Move("readMessages", #"{"up_to":<digit>}"#),
            Move("readOwnMessages", as: .patient, #"{"up_to":<digit>}"#),
            Move("assignMessageThread", as: .admin, #"{"assigned_role":"doctor"}"#),
            Move("assignMessageThread", as: .admin, "{}"), Move("closeMessageThread"), Move("reopenMessageThread"),
        ],
        documents: [
            AnyProjection(MessageThreads.self), AnyProjection(Messages.self), AnyProjection(ReadMarks.self),
        ])
}
