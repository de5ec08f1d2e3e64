public import JSON

/// The number of minutes that patients may wait at each step of a visit before the reception is warned.
public struct WaitLimits: Hashable, Sendable {
    /// The maximum number of minutes that a patient should wait in the waiting room.
    public let arrived: Int
    /// The maximum number of minutes that a patient should wait in the chair before the treatment begins.
    public let seated: Int
    /// The maximum number of minutes that a patient should wait at the desk after the treatment.
    public let readyForCheckout: Int

    /// The limits on waiting of a clinic that has set none of its own.
    public static let standard = WaitLimits(arrived: 15, seated: 10, readyForCheckout: 10)

    public init(arrived: Int, seated: Int, readyForCheckout: Int) {
        self.arrived = arrived
        self.seated = seated
        self.readyForCheckout = readyForCheckout
    }

    /// The JSON of a clinic's limits on waiting, in events and in the API.
    public static let codec = object(
        WaitLimits.init(arrived:seated:readyForCheckout:),
        field("arrived_minutes", \.arrived, minutes.described("How long a patient may sit in the waiting room.")),
        field(
            "seated_minutes", \.seated,
            minutes.described("How long a patient may sit in the chair before the treatment.")),
        field(
            "ready_for_checkout_minutes", \.readyForCheckout,
            minutes.described("How long a patient may wait at the desk after the treatment."))
    ).described("How many minutes patients may wait before the reception is warned.").named("WaitLimits")

    private static let minutes = Codec<Int>.int(1...480)
}
