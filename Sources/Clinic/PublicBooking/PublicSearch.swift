public import Endpoints
public import EventSourcing
public import Identifiers
public import JSON

/// A search for the free times of a service, by a person without an account.
public struct PublicSearch: Sendable {
    /// The maximum number of days in a search by a person without an account.
    public static let maximumDays = SlotSearch.maximumDays

    let service: ID<Service>
    let doctor: ID<StaffMember>?
    let days: ClosedRange<CivilDate>

    /// Makes a search for the free times of a service.
    ///
    /// - Parameters:
    ///   - doctor: the wanted doctor; `nil` for any. It is used only if the clinic shows its doctors.
    ///   - days: the first and the last day, at most `maximumDays` of them.
    public init(_ service: ID<Service>, with doctor: ID<StaffMember>?, on days: ClosedRange<CivilDate>) {
        self.service = service
        self.doctor = doctor
        self.days = days
    }

    /// The free times of a service for people without an account, the earliest first.
    ///
    /// - Throws: 404 if the clinic takes no booking requests; 409 if new patients may not book the service.
    public func times(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Problem) -> PublicTimes {
        let (settings, doctor) = try checked(&model)
        let search = SlotSearch(
            service: service, doctor: doctor, from: days.lowerBound, to: days.upperBound, by: .patient)
        do throws(SlotSearch.Rejection) {
            return PublicTimes(items: PublicTime.of(try search.offers(&model, at: now), settings.publicBooking))
        } catch { throw error.problem }
    }

    /// Each day of a search by a person without an account, with the number of the day's free times.
    ///
    /// - Throws: 404 if the clinic takes no booking requests; 409 if new patients may not book the service.
    public func freeDays(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Problem) -> PublicDays {
        let (_, doctor) = try checked(&model)
        do throws(SlotDemand.Rejection) {
            let source = try SlotDemand(service: service, doctor: doctor, by: .patient).source(&model, at: now)
            var items: [FreeDay] = []
            for day in days.lowerBound.daysSince1970...days.upperBound.daysSince1970 {
                items.append(FreeDay(source.day(CivilDate(daysSince1970: day), &model)))
            }
            return PublicDays(items: items)
        } catch { throw error.problem }
    }

    private func checked(
        _ model: inout DecisionModel<ClinicEvent>
    ) throws(Problem) -> (settings: ClinicSettings, doctor: ID<StaffMember>?) {
        let settings = model[.settings]
        guard settings.takesPublicBookings else { throw Problem(.publicBookingClosed) }
        guard settings.publicService(service) != nil else { throw Problem(.serviceNotOffered) }
        return (settings, settings.publicBooking.showsDoctors ? doctor : nil)
    }

    /// The problems with which a search by a person without an account can be refused.
    public static let problems: [Problem.Kind] = [
        .publicBookingClosed, .serviceNotOffered, .notFound, .doctorNotAvailable, .doctorDoesNotOffer,
    ]
}

/// The free times of a service that people without an account see.
public struct PublicTimes: Sendable {
    let items: [PublicTime]

    public static let codec = object(
        PublicTimes.init(items:),
        field("items", \.items, .array(PublicTime.codec).described("The times, the earliest first."))
    ).described("Free times of a service.").named("PublicTimes")
}

/// The days of a search by a person without an account, each with the number of its free times.
public struct PublicDays: Sendable {
    let items: [FreeDay]

    public static let codec = object(
        PublicDays.init(items:), field("items", \.items, .array(FreeDay.codec).described("The days, in order."))
    ).described("How much of each day is free.").named("PublicDays")
}
