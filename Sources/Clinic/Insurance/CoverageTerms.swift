public import EventSourcing
public import Identifiers
public import JSON

/// The part of a patient's charges that the payer of a coverage pays, and the days on which the coverage is valid.
public struct CoverageTerms: Hashable, Sendable {
    /// The part of the charges for one service that the payer pays.
    public struct ServiceShare: Hashable, Sendable {
        public let service: ID<Service>
        public let percent: Int

        public init(_ service: ID<Service>, percent: Int) {
            self.init(service: service, percent: percent)
        }

        private init(service: ID<Service>, percent: Int) {
            self.service = service
            self.percent = percent
        }

        static let codec = object(
            ServiceShare.init(service:percent:),
            field("service_id", \.service, .id().described("The service.")),
            field("percent", \.percent, .int(0...100).described("The payer's part of its charge, in percent."))
        ).described("The payer's part of one service.").named("CoverageServiceShare")
    }

    public let validFrom: CivilDate
    /// The last day on which the coverage is valid; `nil` if the coverage has no end.
    public let validUntil: CivilDate?
    /// The part of a charge that the payer pays, in percent, for services that are not in `services`.
    public let percent: Int
    public let services: [ServiceShare]
    /// The largest sum that the payer pays in a calendar year; `nil` for no limit.
    public let yearlyMaximum: Money?
    /// The charges of a calendar year that the patient pays before the payer pays anything; `nil` for none.
    public let deductible: Money?

    public init(
        validFrom: CivilDate, validUntil: CivilDate? = nil, percent: Int, services: [ServiceShare] = [],
        yearlyMaximum: Money? = nil, deductible: Money? = nil
    ) {
        self.validFrom = validFrom
        self.validUntil = validUntil
        self.percent = percent
        self.services = services
        self.yearlyMaximum = yearlyMaximum
        self.deductible = deductible
    }

    func isValid(on date: CivilDate) -> Bool { validFrom <= date && (validUntil.map { date <= $0 } ?? true) }

    /// The index of the coverage's first share for a service that an earlier share names; `nil` if each service has at
    /// most one share.
    var repeatedService: Int? {
        var known: Set<ID<Service>> = []
        return services.firstIndex { !known.insert($0.service).inserted }
    }

    /// The payer's part of the charge for a service, in percent.
    func percent(for service: ID<Service>?) -> Int { services.first { $0.service == service }?.percent ?? percent }
}

extension CoverageTerms {
    public static let codec = object(
        CoverageTerms.init(validFrom:validUntil:percent:services:yearlyMaximum:deductible:),
        field("valid_from", \.validFrom, .date.described("The first day, by the clinic's calendar.")),
        optionalField(
            "valid_until", \.validUntil,
            .date.described("The last day (inclusive), by the clinic's calendar; absent: no end.")),
        field(
            "percent", \.percent,
            .int(0...100).described("The payer's part of the charges that `services` does not name, in percent.")),
        field(
            "services", \.services,
            .array(ServiceShare.codec, 0...200).described("Services of which the payer pays another part."),
            default: []),
        optionalField(
            "yearly_maximum", \.yearlyMaximum,
            Money.unsignedCodec.described("The most that the payer pays in a calendar year; absent: no limit.")),
        optionalField(
            "deductible", \.deductible,
            Money.unsignedCodec.described(
                "The charges of a calendar year that the patient pays before the payer pays anything; absent: none."))
    ).described("The terms of a coverage: the days and shares of its payments.").named("CoverageTerms")
}
