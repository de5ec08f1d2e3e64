public import Endpoints
public import EventSourcing
public import Identifiers
import JSON

/// The command that presents a consent to a patient, with the present wording of a template.
public struct PresentConsent: Decision {
    public enum Rejection: ClinicRejection, Hashable {
        case unknownPatient
        case restricted
        case unknownTemplate
        case retired
        case unknownAppointment
        case unknownService
        case tooMany

        public var problem: Problem {
            switch self {
            case .unknownPatient: .notFound
            case .restricted: Problem(.restrictedRecord)
            case .unknownTemplate: Self.unknown("/template_id", "must be a template of consents")
            case .retired: Problem(.consentTemplateRetired)
            case .unknownAppointment: Self.unknown("/appointment_id", "must be an appointment of the patient")
            case .unknownService: Self.unknown("/service_id", "must be a service of the clinic")
            case .tooMany:
                Problem(.limitReached, "At most \(PresentConsent.limit) consents are presented to a patient in a year.")
            }
        }

        private static func unknown(_ member: String, _ detail: String) -> Problem {
            .malformed(body: member, code: "unknown", detail: detail)
        }
    }

    /// The maximum number of consents that are presented to one patient in a calendar year.
    public static let limit = 200

    public let id: ID<Consent>
    public let patient: ID<Patient>
    public let reader: RecordReader
    public let template: ID<ConsentTemplate>
    public let appointment: ID<Appointment>?
    public let service: ID<Service>?

    public init(
        _ id: ID<Consent>, to patient: ID<Patient>, by reader: RecordReader, _ template: ID<ConsentTemplate>,
        appointment: ID<Appointment>? = nil, service: ID<Service>? = nil
    ) {
        self.id = id
        self.patient = patient
        self.reader = reader
        self.template = template
        self.appointment = appointment
        self.service = service
    }

    public func decide(_ model: inout DecisionModel<ClinicEvent>, at now: Instant) throws(Rejection) -> [ClinicEvent] {
        let today = model[.basics].zone.date(of: now)
        switch FormSigner.staff(reader).access(to: patient, &model, at: now) {
        case .unknown, .readOnly: throw .unknownPatient
        case .restricted: throw .restricted
        case .granted: break
        }
        let number: Int
        let wording: ConsentWording
        switch model[.consentTemplate(template)] {
        case .unknown: throw .unknownTemplate
        case .retired: throw .retired
        case .active(let known, let text): (number, wording) = (known, text)
        }
        if let appointment {
            guard case .made(let course) = model[.appointment(appointment)],
                model.records(ofPersonWith: patient).contains(course.visit.patient)
            else { throw .unknownAppointment }
        }
        if let service, model[.settings].services[service] == nil { throw .unknownService }
        guard model[.consents(of: patient, inYearOf: today)].count < PresentConsent.limit else { throw .tooMany }
        return [
            .consent(
                .presented(
                    ConsentPresented(
                        consent: Consent(id: id, patient: patient, presentedOn: today), template: template,
                        number: number, appointment: appointment, service: service, wording: Personal(wording))))
        ]
    }
}

struct ConsentDraft: Sendable {
    let template: ID<ConsentTemplate>
    let appointment: ID<Appointment>?
    let service: ID<Service>?

    static let codec = object(
        ConsentDraft.init(template:appointment:service:), field("template_id", \.template, .consentTemplateID),
        optionalField(
            "appointment_id", \.appointment,
            Codec<ID<Appointment>>.id().described("The patient's appointment that the consent is for.")),
        optionalField(
            "service_id", \.service, Codec<ID<Service>>.id().described("The service that the consent is for."))
    ).described("A consent to present.").named("ConsentDraft")
}

extension ConsentsAPI {
    static let present = Endpoint<ClinicAction>(
        .post, "/api/v1/patients/{patient_id}/consents", id: "presentConsent",
        summary: "Present a consent to a patient",
        details: "The consent keeps the present wording of the template.", tag: tag, for: Staff.self,
        takes: .path("patient_id", Codec<ID<Patient>>.patientID), .body(ConsentDraft.codec),
        answers: [.created(Consents.codec, "The consent, with the status `presented`")],
        problems: [.consentTemplateRetired, .limitReached, .patientMerged, .notFound, .restrictedRecord],
        idempotency: .accepted
    ) { caller, patient, body throws(Problem) in
        let reader = RecordReader(caller)
        return .creation { ids in
            let id: ID<Consent> = ids()
            return ClinicCommand(
                PresentConsent(
                    id, to: patient, by: reader, body.template, appointment: body.appointment, service: body.service),
                answer: DocumentAnswer(Consents.self, DocumentKey(id), location: "/api/v1/consents/\(id)"))
        }
    }
}
