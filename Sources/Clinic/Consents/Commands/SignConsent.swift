public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command with which a patient or a guardian signs a consent, in the app or on the clinic's tablet.
public struct SignConsent: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknown
        case restricted
        /// The clinic does not let guardians act for their dependants.
        case guardianMayNotWrite
        case impossible(ConsentStatus)
        case unknownFile

        public var problem: Problem {
            switch self {
            case .unknown: .notFound
            case .restricted: Problem(.restrictedRecord)
            case .guardianMayNotWrite: Problem(.forbidden)
            case .impossible(let status): .consentStatus(status)
            case .unknownFile:
                .malformed(body: "/file_id", code: "unknown_file", detail: "must be a file of the patient")
            }
        }
    }

    public let id: ID<Consent>
    public let signer: FormSigner
    public let signature: Personal<ConsentSignature>
    public let file: ID<PatientFile>?

    public init(
        _ id: ID<Consent>, by signer: FormSigner, _ signature: Personal<ConsentSignature>,
        file: ID<PatientFile>? = nil
    ) {
        self.id = id
        self.signer = signer
        self.signature = signature
        self.file = file
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let known = model[.consent(id)]
        guard let consent = known.consent else { throw .unknown }
        switch signer.access(to: consent.patient, &model, at: now) {
        case .unknown: throw .unknown
        case .restricted: throw .restricted
        case .readOnly: throw .guardianMayNotWrite
        case .granted: break
        }
        guard known.status == .presented else { throw .impossible(known.status) }
        if let file, !FormSigner.canName(file, for: consent.patient, &model) { throw .unknownFile }
        return [
            .consent(
                .signed(
                    ConsentSigned(
                        consent: consent, isOnTablet: signer.isStaff,
                        guardian: signer.guardian(
                            of: model[.registration(of: consent.patient)].mergedInto ?? consent.patient),
                        signature: signature, file: file)))
        ]
    }
}

struct SignatureBody: Sendable {
    let signature: Personal<ConsentSignature>
    let file: ID<PatientFile>?

    static let codec = object(
        SignatureBody.make(signedName:drawing:file:),
        field("signed_name", \.signedName, .signedName), optionalField("drawing", \.drawing, .svgPath),
        optionalField(
            "file_id", \.file,
            Codec<ID<PatientFile>>.id().described("A file of the patient with the scanned signature."))
    ).described("The signature under a consent.").named("ConsentSigning")

    private var signedName: String { signature.value?.name ?? "" }
    private var drawing: String? { signature.value?.drawing }

    private static func make(signedName: String, drawing: String?, file: ID<PatientFile>?) -> SignatureBody {
        SignatureBody(signature: Personal(ConsentSignature(name: signedName, drawing: drawing)), file: file)
    }
}

extension ConsentsAPI {
    static let sign = Endpoint<ClinicAction>(
        .post, "/api/v1/consents/{consent_id}/sign", id: "signConsent",
        summary: "Record that a patient signed a consent on the clinic's tablet",
        details: "The request has the typed name, and can have a drawn signature or a file with the scanned signature.",
        tag: tag, for: Staff.self, takes: .path("consent_id", .consentID), .body(SignatureBody.codec),
        answers: [.ok(Consents.codec, "The consent, which is signed")],
        problems: [.consentStatus, .notFound, .restrictedRecord], idempotency: .accepted
    ) { caller, id, body throws(Problem) in
        .command(
            ClinicCommand(
                SignConsent(id, by: .staff(RecordReader(caller)), body.signature, file: body.file),
                answer: .consent(id)))
    }

    static let signOwn = Endpoint<ClinicAction>(
        .post, "/api/v1/patient/consents/{consent_id}/sign", id: "signOwnConsent", summary: "Sign a consent",
        details: "The caller signs for themselves or for a dependant.", tag: tag, for: PatientOnly.self,
        takes: .path("consent_id", .consentID), .body(SignatureBody.codec),
        answers: [.ok(Consents.codec, "The consent, which is signed")], problems: [.consentStatus, .notFound],
        idempotency: .accepted
    ) { caller, id, body throws(Problem) in
        .command(
            ClinicCommand(
                SignConsent(id, by: .patient(ID(caller.patient)), body.signature, file: body.file),
                answer: .consent(id)))
    }
}

extension Problem.Kind {
    static let consentStatus = Problem.Kind(
        "consent-status", 409, "The consent's status does not allow this",
        means:
            """
            A consent with the status `consent_status` cannot be signed. Somebody else may have changed the consent \
            meanwhile.
            """,
        remedy: "Read the consent again, and offer only what its status allows.",
        members: [
            .member("consent_status", ConsentStatus.codec.described("The status of the consent."), example: .signed)
        ])
}

extension Problem {
    static func consentStatus(_ status: ConsentStatus) -> Problem {
        Problem(.consentStatus).with("consent_status", status, ConsentStatus.codec)
    }
}
