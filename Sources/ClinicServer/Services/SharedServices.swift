import Clinic
import EventStore
import Identity
import Logging
import Projections
import TimeZones
import Vault

/// The services that the loops of a process share.
package struct SharedServices: Sendable {
    let identity: IdentityShared
    let log: SharedLog<ClinicEvent>
    let keys: PersonalKeys
    let views = ViewVersions()
    let readiness = Readiness()
    let writes = WriteHealth()
    let feeds = FeedReading.recent()
    let projectionLags = ProjectionLag.recent()
    let projectionAudit = ProjectionAuditFindings(ClinicFeatures.projections)
    let certificates: Certificates?
    let chain: ChainKeys
    let logger: Logger
    let rates: RateMeters
    let printing = PrintingRoom()
    let vaultDecoding = DecodingRoom()
    /// The store of the contents of patients' files; `nil` if the server stores no files.
    let files: FileStore?
    let securityEvents = SecurityReport.Counts()

    init(
        identity: IdentityShared, keys: PersonalKeys, zones: ZoneRules, certificates: Certificates?, chain: ChainKeys,
        logger: Logger, rates: RateMeters, files: FileStore? = nil
    ) {
        self.files = files
        self.identity = identity
        self.keys = keys
        log = SharedLog(keys: keys, zones: ZoneSource(zones), logger: logger)
        self.certificates = certificates
        self.chain = chain
        self.logger = logger
        self.rates = rates
    }

    /// Creates the services that the loops of a program share, for a program that serves no requests.
    package init(
        identity: IdentityShared, keys: PersonalKeys, zones: ZoneRules, chain: ChainKeys, logger: Logger
    ) {
        self.init(
            identity: identity, keys: keys, zones: zones, certificates: nil, chain: chain, logger: logger,
            rates: RateMeters(.none))
    }
}
