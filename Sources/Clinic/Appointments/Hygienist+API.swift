import Endpoints
import Identifiers
import JSON

// The JSON and the query parameter with which clients ask for a hygienist.

extension Codec where Value == ID<StaffMember> {
    /// The JSON member with which a client asks for the hygienist of a new appointment or hold.
    static var requestedHygienist: Codec {
        .id().described(
            """
            The hygienist, if the service has segments; absent: of the free ones the one with the fewest appointments that \
            day.
            """)
    }

    /// The JSON member with the new hygienist of an appointment that is moved or reassigned.
    static var newHygienist: Codec {
        .id().described("The new hygienist, if the appointment has segments; absent: the same.")
    }

    /// The JSON member of an answer with the hygienist of an appointment or hold.
    static var hygienistID: Codec {
        .id().described("The hygienist who treats in a part of the visit; absent if the doctor treats the whole time.")
    }
}

extension Codec where Value == String {
    static var hygienistName: Codec {
        .name().described("The hygienist's name; absent if the doctor treats the whole time.")
    }
}

extension Input where Value == ID<StaffMember>? {
    /// The query parameter with which a search for free times asks for a hygienist.
    static var hygienist: Input {
        .optionalQuery(
            "hygienist_id",
            Codec<ID<StaffMember>>.id().described(
                "Only times with this hygienist, for a service with segments; absent: with any of the service's."))
    }
}
