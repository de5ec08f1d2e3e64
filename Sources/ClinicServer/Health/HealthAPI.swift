import Clinic
import Endpoints
import Health
import Identifiers
import Identity
import JSON

/// The endpoints for health samples: values that a person's phone has measured.
enum HealthAPI {
    static let endpoints: [Endpoint<ServerAction>] = [
        types, data, store, remove, settings, changeSettings, deviceEvents,
    ]

    private static let tag = "Health"
    private static let tokens = """
        Send the token of a paired client, or an access token, in `Authorization`. A paired client may send 60 \
        requests a minute, and so may a person's own sessions together.
        """

    private static let problems: [Problem.Kind] = [.tokenExpired, .sessionEnded, .invalidProof]

    private static let types = Endpoint<ServerAction>(
        .get, "/api/v1/health/types", id: "listHealthTypes", summary: "List the enabled types of health samples",
        details: tokens, tag: tag, for: .everybody, takes: .anyToken, .proof,
        answers: [.ok(EnabledTypes.codec, "The types that the person has enabled")], problems: problems
    ) { token, _ in
        .work { services, call in
            let caller = try await services.healthCaller(token, call)
            let settings = try await services.health.settings(of: caller.account, in: nil)
            return WorkAnswer(200, EnabledTypes.codec.bytes(EnabledTypes(enabledTypes: settings.enabledTypes)))
        }
    }

    private static let data = Endpoint<ServerAction>(
        .post, "/api/v1/health/data", id: "queryHealthData", summary: "Read health samples",
        details: """
            The request changes no samples, and is recorded as a device event. \(tokens) A body that cannot be decoded \
            is answered with a problem document. Every other refusal of the request is answered with the schema \
            `HealthData`, without samples.
            """,
        tag: tag, for: .everybody, takes: .anyToken, .proof, .body(HealthDataRequest.codec),
        answers: [
            .ok(HealthData.codec, "The samples"),
            Answer(400, "The request names no type, or an end before the start", .json(HealthData.codec.schema))
                .alternatively(Problem.mediaType).showing(HealthData.noType.example),
            Answer(403, "The person has not enabled each of the types", .json(HealthData.codec.schema))
                .showing(HealthData.notEnabled.example),
            Answer(423, "The samples or the session are locked", .json(HealthData.codec.schema))
                .showing(HealthData.samplesLocked.example),
        ], problems: problems
    ) { token, _, request in
        .work { services, call in
            let caller = try await services.healthCaller(token, call)
            let (status, data) = try await services.healthData(request, for: caller, at: call.now)
            return WorkAnswer(status, await data.bytes())
        }
    }

    private static let store = Endpoint<ServerAction>(
        .post, "/api/v1/health/samples", id: "storeHealthSamples", summary: "Store health samples",
        details: """
            Stores each sample once by its id, so a request may be repeated. \(tokens) A locked session may store \
            samples too. New samples are refused if the account would have more than two million samples.
            """,
        tag: tag, for: .everybody, takes: .anyToken, .proof, .body(SentSamples.codec),
        answers: [.ok(StoredSamples.codec, "The result for each sample")], problems: problems
    ) { token, _, sent in
        .work { services, call in
            let caller = try await services.healthCaller(token, call)
            do {
                let outcomes = try await services.health.store(
                    sent.samples, of: caller.account, by: caller.client, at: call.now)
                return WorkAnswer(200, StoredSamples.codec.bytes(StoredSamples(sent.samples, outcomes)))
            } catch is HealthError { throw Problem.unavailable() }
        }
    }

    private static let remove = Endpoint<ServerAction>(
        .delete, "/api/v1/health/samples", id: "removeHealthSamples", summary: "Remove all of one's health samples",
        details: "The key of the samples is destroyed. The enabled types do not change.",
        tag: tag, for: SignedIn.self,
        answers: [.noContent("Nothing; the samples are removed")]
    ) { caller in
        .work { services, _ in
            try await services.health.removeSamples(of: caller.account)
            return WorkAnswer(204)
        }
    }

    private static let settings = Endpoint<ServerAction>(
        .get, "/api/v1/health/settings", id: "getHealthSettings", summary: "Show one's settings for health samples",
        details: "At first no type is enabled.",
        tag: tag, for: SignedIn.self, evenRestricted: true,
        answers: [.ok(HealthSettings.codec, "The settings")]
    ) { caller in
        .work { services, _ in
            let settings = try await services.health.settings(of: caller.account, in: caller.clinicAsPatient)
            return WorkAnswer(200, HealthSettings.codec.bytes(settings))
        }
    }

    private static let changeSettings = Endpoint<ServerAction>(
        .put, "/api/v1/health/settings", id: "changeHealthSettings",
        summary: "Choose the enabled types of health samples",
        details: """
            Samples of a type that is no longer enabled are kept, but cannot be read. `shared_with_clinic` has an \
            effect only in a session with the role of a patient.
            """,
        tag: tag, for: SignedIn.self, takes: .body(HealthSettings.codec),
        answers: [.ok(HealthSettings.codec, "The settings as they are now")]
    ) { caller, settings in
        .work { services, call in
            let clinic = caller.clinicAsPatient
            try await services.health.store(settings, of: caller.account, in: clinic, at: call.now)
            return WorkAnswer(
                200, HealthSettings.codec.bytes(try await services.health.settings(of: caller.account, in: clinic)))
        }
    }

    private static let deviceEvents = Endpoint<ServerAction>(
        .get, "/api/v1/device-events", id: "listDeviceEvents",
        summary: "List the device events of one's health samples",
        details:
            """
            A device event records that samples were read, stored or exported. The list has the latest hundred events, \
            newest first. Events are kept for 90 days.
            """,
        tag: tag, for: SignedIn.self, evenRestricted: true,
        answers: [.page(of: DeviceEventEntry.codec, "The latest events, as one page")]
    ) { caller in
        .work { services, _ in
            let events = try await services.health.deviceEvents(of: caller.account)
            return .list(events.map { DeviceEventEntry(event: $0) }, DeviceEventEntry.codec)
        }
    }
}

extension Caller<SignedIn> {
    /// The clinic of a session with the role of a patient; `nil` for other roles, and for a session without a clinic.
    fileprivate var clinicAsPatient: UUIDBytes? { patientIfPatient == nil ? nil : clinic }
}
