import Catalogue
import Endpoints
import Identifiers
import JSON

/// The endpoints for the catalogue of drugs and studies. It is the same for all clinics and needs no database.
enum CatalogueAPI {
    static let endpoints: [Endpoint<ServerAction>] = [searchDrugs, drugsForStaff, drug, bundle, studies, studyUpdates]

    private static let tag = "Catalogue"
    /// The value of `X-Privacy-Consent` by which the app says that the person has agreed to a search on the server.
    private static let consent = "accepted"

    private static let searched = Input.query(
        "q", Codec<String>.string(max: 100).described("The text to search for; absent: every drug is found."),
        default: "")
    private static let pageNumber = Input.query(
        "page", Codec<Int>.int(1...100_000).described("The number of the page, beginning with 1."), default: 1)
    private static let pageSize = Input.query(
        "page_size", Codec<Int>.int(1...100).described("The maximum number of drugs of a page."), default: 20)

    private static let searchDrugs = Endpoint<ServerAction>(
        .get, "/v1/catalog/drugs", id: "searchDrugs", summary: "Search the drugs of the catalogue",
        details: """
            Finds drugs by the beginning of a word of their name or of an ingredient, whatever its case and accents. A text \
            that a person searches for can say something about their health, so the request needs the person's consent. \
            The server does not store or log the text.
            """,
        tag: tag, for: SignedIn.self, evenLocked: true, evenRestricted: true,
        takes: searched, pageNumber, pageSize,
        .optionalHeader(
            "X-Privacy-Consent",
            Codec<String>.string(max: 100).described("`accepted`: the person has agreed to search on the server.")),
        answers: [.ok(DrugPage.codec, "The found drugs")], problems: [.privacyConsentMissing]
    ) { _, text, page, size, given throws(Problem) in
        guard given == consent else { throw Problem(.privacyConsentMissing) }
        return .work { services, _ in
            WorkAnswer(200, services.shared.catalogue.drugs(named: text, page: page, size: size))
        }
    }

    private static let drugsForStaff = Endpoint<ServerAction>(
        .get, "/api/v1/drugs", id: "searchDrugsToPrescribe", summary: "Search the drugs that can be prescribed",
        details: """
            Finds drugs by the beginning of a word of their name or of an ingredient. Case and accents are ignored. \
            Withdrawn drugs are not found.
            """,
        tag: tag, for: Clinical.self,
        takes: searched, pageNumber, pageSize,
        answers: [.ok(DrugPage.codec, "The found drugs")]
    ) { _, text, page, size in
        .work { services, _ in WorkAnswer(200, services.shared.catalogue.drugs(named: text, page: page, size: size)) }
    }

    private static let drug = Endpoint<ServerAction>(
        .get, "/v1/catalog/drugs/{drug_id}", id: "getDrug", summary: "Show a drug of the catalogue",
        details: "The drug's ingredients, forms and strengths, also if the catalogue no longer offers it.",
        tag: tag, for: SignedIn.self, evenLocked: true, evenRestricted: true,
        takes: .path("drug_id", Codec<ID<Drug>>.id().described("The drug's id.")),
        answers: [.ok(Drug.codec, "The drug")], problems: [.notFound]
    ) { _, id in
        .work { services, _ in
            guard let document = services.shared.catalogue.drug(id) else { throw Problem.notFound }
            return WorkAnswer(200, document)
        }
    }

    private static let bundle = Endpoint<ServerAction>(
        .get, "/v1/catalog/bundle", id: "getCatalogueBundle", summary: "Show the whole catalogue",
        details: "All drugs and studies in one document, for clients that search without the server. Needs no session.",
        tag: tag, for: .everybody, answers: [.ok(Catalogue.codec, "The catalogue")],
        caching: .publicETag(maxAge: 3600)
    ) {
        .work { services, _ in
            let bundle = services.shared.catalogue.bundle
            return WorkAnswer(200, bundle.bytes, etag: bundle.etag)
        }
    }

    private static let studies = Endpoint<ServerAction>(
        .get, "/v1/catalog/studies", id: "listStudies", summary: "List the studies of the catalogue",
        details: "Clinical studies of a laboratory, each with its unit and the reference ranges of adults.",
        tag: tag, for: SignedIn.self, evenLocked: true, evenRestricted: true,
        answers: [.ok(StudyList.codec, "The studies")], caching: .privateETag(maxAge: 3600)
    ) { _ in
        .work { services, _ in
            let studies = services.shared.catalogue.studies
            return WorkAnswer(200, studies.bytes, etag: studies.etag)
        }
    }

    private static let studyUpdates = Endpoint<ServerAction>(
        .get, "/v1/catalog/studies/updates", id: "listStudyUpdates",
        summary: "List the studies that changed since a version",
        details: """
            The studies that were added, changed or withdrawn after a version of the catalogue. All studies if the server's \
            catalogue never had that version.
            """,
        tag: tag, for: SignedIn.self, evenLocked: true, evenRestricted: true,
        takes: .query(
            "since_version",
            Codec<String>.string(max: 40).described("The `version` of the list that the client has, such as `2026.1`.")),
        answers: [.ok(StudyList.codec, "The changed studies")]
    ) { _, since in
        .work { services, _ in WorkAnswer(200, services.shared.catalogue.studies(changedSince: since)) }
    }
}

extension Problem.Kind {
    static let privacyConsentMissing = Problem.Kind(
        "privacy-consent-missing", 403, "The person has not agreed to search on the server",
        means: "The text of a search can say something about a person's health, and the consent to send it is missing.",
        remedy: """
            Ask the person. If they agree, send `X-Privacy-Consent: accepted`. Otherwise search in the document of \
            `GET /v1/catalog/bundle`, which needs no consent.
            """)
}
