public import Endpoints
import EventSourcing
import Identifiers

/// The endpoints for consents and their templates.
public enum ConsentsAPI {
    static let tag = HistoryFormsAPI.tag

    public static let endpoints: [Endpoint<ClinicAction>] = [
        listTemplates,
        getTemplate,
        addTemplate,
        changeTemplate,
        retireTemplate,
        present,
        listConsents,
        getConsent,
        sign,
        withdraw,
        listOwnConsents,
        getOwnConsent,
        signOwn,
        withdrawOwn,
    ]
}

extension DocumentAnswer {
    static func consent(_ id: ID<Consent>) -> DocumentAnswer { DocumentAnswer(Consents.self, DocumentKey(id)) }
}
