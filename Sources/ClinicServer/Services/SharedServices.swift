import Clinic
import EventStore
import Identity
import Logging
import Projections
import TimeZones
import Vault
import WebhookClient

/// The services that the loops of a process share.
package struct SharedServices: Sendable {
    let identity: IdentityShared
    let log: SharedLog<ClinicEvent>
    let keys: PersonalKeys
    let views: ViewVersions
    let readiness = Readiness()
    let writes = WriteHealth()
    let feeds = FeedReading.recent()
    let projectionLags = ProjectionLag.recent()
    let outbox = OutboxReading.recent()
    let projectionAudit = ProjectionAuditFindings(ClinicFeatures.projections)
    let catalogue: ServedCatalogue
    let certificates: Certificates?
    let chain: ChainKeys
    let logger: Logger
    let rates: RateMeters
    let heavy = HeavyWork()
    let printing = PrintingRoom()
    let vaultDecoding = DecodingRoom()
    /// The rate limit for requests about health samples from an account's own sessions: one a second on average, at
    /// most 60 at once.
    let healthRates = RateMeter(RequestRate(perSecond: 1, burst: 60))
    /// The store of the contents of patients' files; `nil` if the server stores no files.
    let files: FileStore?
    /// The channels by which this server delivers notifications.
    let channels: NotificationChannels
    /// The limits of the requests to the receivers of webhooks.
    let webhooks: WebhookLimits
    /// The browser console; `nil` if the server has none.
    let console: ServedConsole?
    let securityEvents = SecurityReport.Counts()

    init(
        identity: IdentityShared, keys: PersonalKeys, zones: ZoneRules, catalogue: ServedCatalogue,
        certificates: Certificates?, chain: ChainKeys, logger: Logger, rates: RateMeters, files: FileStore? = nil,
        channels: NotificationChannels = NotificationChannels(),
        webhooks: WebhookLimits = WebhookLimits(), console: ServedConsole? = nil
    ) {
        self.console = console
        self.webhooks = webhooks
        self.files = files
        self.channels = channels
        self.identity = identity
        self.catalogue = catalogue
        self.keys = keys
        log = SharedLog(keys: keys, zones: ZoneSource(zones), logger: logger)
        views = ViewVersions(log.hearing)
        self.certificates = certificates
        self.chain = chain
        self.logger = logger
        self.rates = rates
    }

    /// Ends the worker threads of the shared services once the waiting work is done. Further work is refused.
    package func close() {
        identity.close()
        files?.close()
        console?.close()
        printing.close()
        heavy.close()
        vaultDecoding.close()
    }

    /// Creates the services that the loops of a program share, for a program that serves no requests.
    ///
    /// - Throws: a `DecodingProblem` if the catalogue that is built into the program cannot be read.
    package init(
        identity: IdentityShared, keys: PersonalKeys, zones: ZoneRules, chain: ChainKeys, logger: Logger
    ) throws {
        self.init(
            identity: identity, keys: keys, zones: zones, catalogue: try .load(nil), certificates: nil, chain: chain,
            logger: logger, rates: RateMeters(.none))
    }
}
