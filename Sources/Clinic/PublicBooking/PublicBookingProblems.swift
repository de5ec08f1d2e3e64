public import Endpoints
import JSON

extension Problem.Kind {
    /// The problem of a request to a clinic that takes no booking requests. A request to a clinic that does not exist
    /// gets the same problem.
    public static let publicBookingClosed = Problem.Kind(
        "public-booking-closed", 404, "This clinic takes no bookings without an account",
        means: "There is no such clinic, it has ended its work, or it has not opened the booking for new patients.",
        remedy: "Ask the person to call the clinic.")
    static let publicTimeNotOffered = Problem.Kind(
        "public-time-not-offered", 409, "This time is not offered",
        means: "The time is not free any more, or cannot be booked without the staff.",
        remedy: """
            Let the person choose from `alternatives` or from `GET …/times`. A confirmation can be sent again with the same \
            code and another time.
            """,
        members: [
            .member(
                "alternatives",
                .array(PublicTime.codec, 0...Alternatives.limit).described(
                    "Free times near the one that was asked for."),
                example: PublicTime.of(Offer.examples, PublicBooking(isOn: true, showsDoctors: true)))
        ])
    /// The problem of a confirmation of a booking request with a wrong code. The problem does not tell whether the
    /// booking request exists.
    public static let publicRequestInvalid = Problem.Kind(
        "public-request-invalid", 409, "This code does not confirm a booking request",
        means: """
            The code is wrong, too many wrong codes were sent, the request has expired, or it does not exist.
            """,
        remedy: "Let the person compare the code with the mail, or send a new request.")

    /// The problems with which a booking request can be rejected because of the clinic, the service, the patient's age
    /// or the time.
    public static let publicBooking = [
        publicBookingClosed, serviceNotOffered, serviceNotForPatient, publicTimeNotOffered,
    ]
}
