public import Endpoints

/// The endpoints for payers, coverages, estimates and insurance claims.
public enum InsuranceAPI {
    public static let endpoints: [Endpoint<ClinicAction>] = [
        listPayers,
        addPayer,
        getPayer,
        renamePayer,
        retirePayer,
        listCoverages,
        recordCoverage,
        getCoverage,
        changeCoverage,
        removeCoverage,
        estimateInvoice,
        estimateDraft,
        listClaims,
        getClaimTotals,
        getClaimAgeing,
        makeClaim,
        getClaim,
        submitClaim,
        answerClaim,
        payClaim,
        closeClaim,
    ]
}
