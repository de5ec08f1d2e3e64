import Clinic
import Endpoints
import Identifiers
import JSON
import SQL
import WebhookClient

/// The endpoints with which admins register a clinic's webhooks and see their deliveries.
enum WebhooksAPI {
    static let endpoints: [Endpoint<ServerAction>] = [
        register, list, change, pause, resume, rotate, test, deliveries, remove,
    ]

    private static let tag = "Webhooks"
    private static var webhook: Input<UUIDBytes> {
        .path("webhook_id", Codec<UUIDBytes>.uuid.described("The webhook's id."))
    }

    private static let register = Endpoint<ServerAction>(
        .post, "/api/v1/webhooks", id: "registerWebhook", summary: "Register a webhook",
        details: """
            From now on the server sends each event of these types to the URL, with POST and JSON: `id`, `type`, `clinic_id`, \
            `webhook_id`, `position`, `occurred_at`, and `entities`, a list of `kind` and `id`. A message has no other data: \
            read the entities themselves.

            A message comes at least once, always with the same `id`; messages of one webhook come in the order of their \
            positions. Any status 2xx within ten seconds is a success; redirects are not followed, and the answer's body is \
            ignored. After a failure the same message is sent again, after pauses that grow to an hour. If nothing succeeds \
            for three days, or the receiver answers 410, the webhook is disabled.

            Header fields, as in the specification Standard Webhooks: `webhook-id` is the message's `id`; `webhook-timestamp` \
            is the time of the attempt in seconds since 1970; `webhook-signature` is `v1,` and the Base64 of the HMAC-SHA256 of \
            `webhook-id`, `webhook-timestamp` and the body, joined by dots, with the key in the secret. After a change of the \
            secret there are two signatures for a day, separated by a space.

            A clinic has at most \(WebhookLimit.mostOfClinic) webhooks.
            """,
        tag: tag, for: AdminOnly.self, takes: .body(WebhookDraft.codec),
        answers: [.created(NewWebhook.codec, "The webhook with its secret")],
        problems: [.webhookURLRefused, .tooManyWebhooks]
    ) { caller, draft in
        .work { services, call in
            let made = try await services.register(draft, in: caller.clinic, at: call.now)
            return WorkAnswer(
                201, NewWebhook.codec.bytes(made), location: "/api/v1/webhooks/\(made.webhook.id.text)")
        }
    }

    private static let list = Endpoint<ServerAction>(
        .get, "/api/v1/webhooks", id: "listWebhooks", summary: "List the clinic's webhooks",
        details: "All webhooks, in the order of their registration. Secrets are not shown.", tag: tag,
        for: AdminOnly.self, answers: [.page(of: Webhook.codec, "All webhooks, as one page")]
    ) { caller in
        .work { services, _ in
            .list(try await services.webhooks(in: caller.clinic), Webhook.codec)
        }
    }

    private static let change = Endpoint<ServerAction>(
        .put, "/api/v1/webhooks/{webhook_id}", id: "changeWebhook", summary: "Change a webhook",
        details: """
            Messages that wait go to the new URL. The new types apply to events whose messages do not wait yet. The state \
            and the secret stay.
            """,
        tag: tag, for: AdminOnly.self, takes: webhook, .body(WebhookDraft.codec),
        answers: [.ok(Webhook.codec, "The webhook as it is now")],
        problems: [.notFound, .webhookURLRefused, .contention]
    ) { caller, webhook, draft in
        .work { services, call in
            let url = try await services.checked(draft.url)
            return try await services.change(
                webhook, "url = \(url.text), event_types = \(draft.eventTypes.map(\.name))", in: caller.clinic, call)
        }
    }

    private static let remove = Endpoint<ServerAction>(
        .delete, "/api/v1/webhooks/{webhook_id}", id: "removeWebhook", summary: "Remove a webhook",
        details: "Its messages, URL and secret are deleted. An attempt in progress may still reach the receiver.",
        tag: tag, for: AdminOnly.self, takes: webhook, answers: [.noContent("Nothing; the webhook is removed")],
        problems: [.notFound]
    ) { caller, webhook in
        .work { services, _ in
            try await services.removeWebhook(webhook, in: caller.clinic)
            return WorkAnswer(204)
        }
    }

    private static let pause = Endpoint<ServerAction>(
        .post, "/api/v1/webhooks/{webhook_id}/pause", id: "pauseWebhook", summary: "Pause a webhook",
        details:
            "Nothing but tests is sent until it is resumed. No event is lost. Repeating this changes nothing more.",
        tag: tag, for: AdminOnly.self, takes: webhook, answers: [.ok(Webhook.codec, "The webhook as it is now")],
        problems: [.notFound, .contention]
    ) { caller, webhook in
        .work { services, call in
            try await services.change(webhook, "state = 'paused', disabled_reason = NULL", in: caller.clinic, call)
        }
    }

    private static let resume = Endpoint<ServerAction>(
        .post, "/api/v1/webhooks/{webhook_id}/resume", id: "resumeWebhook", summary: "Resume a webhook",
        details: "Ends a pause, or enables a webhook again that the server has disabled.", tag: tag,
        for: AdminOnly.self, takes: webhook, .body(WebhookResumption.codec),
        answers: [.ok(Webhook.codec, "The webhook as it is now")], problems: [.notFound, .contention]
    ) { caller, webhook, body in
        .work { services, call in
            try await services.resume(webhook, skipping: body.skipMissed, in: caller.clinic, call)
        }
    }

    private static let rotate = Endpoint<ServerAction>(
        .post, "/api/v1/webhooks/{webhook_id}/secret", id: "rotateWebhookSecret",
        summary: "Give a webhook a new secret",
        details: "The old secret signs too for a day. A secret before it is not used any more.", tag: tag,
        for: AdminOnly.self, takes: webhook, answers: [.ok(NewWebhookSecret.codec, "The new secret")],
        problems: [.notFound]
    ) { caller, webhook in
        .work { services, call in
            let secret = try await services.rotateSecret(of: webhook, in: caller.clinic, at: call.now)
            return WorkAnswer(200, NewWebhookSecret.codec.bytes(NewWebhookSecret(secret: secret.text)))
        }
    }

    private static let test = Endpoint<ServerAction>(
        .post, "/api/v1/webhooks/{webhook_id}/test", id: "testWebhook", summary: "Send a test message",
        details: """
            Sends a message of the type `webhook.test` once, before all others, also if the webhook is paused or disabled. \
            The list of deliveries shows its outcome some seconds later. If a test waits already, the answer has that one.
            """,
        tag: tag, for: AdminOnly.self, takes: webhook,
        answers: [.created(WebhookDelivery.codec, "The test message, which waits to be sent")], problems: [.notFound]
    ) { caller, webhook in
        .work { services, call in
            let delivery = try await services.test(webhook, in: caller.clinic, at: call.now)
            return WorkAnswer(
                201, WebhookDelivery.codec.bytes(delivery), location: "/api/v1/webhooks/\(webhook.text)/deliveries")
        }
    }

    private static let deliveries = Endpoint<ServerAction>(
        .get, "/api/v1/webhooks/{webhook_id}/deliveries", id: "listWebhookDeliveries",
        summary: "List the last messages of a webhook",
        details: """
            The last \(WebhookLimit.mostShown) messages, the latest first, without their bodies. A message is listed for \
            seven days after it was delivered or dropped.
            """,
        tag: tag, for: AdminOnly.self, takes: webhook,
        answers: [.page(of: WebhookDelivery.codec, "The messages, as one page")], problems: [.notFound]
    ) { caller, webhook in
        .work { services, _ in
            .list(try await services.deliveries(of: webhook, in: caller.clinic), WebhookDelivery.codec)
        }
    }
}

private struct WebhookResumption: Sendable {
    let skipMissed: Bool

    static let codec = object(
        WebhookResumption.init(skipMissed:),
        field(
            "skip_missed", \.skipMissed,
            .bool.described(
                "Whether messages that wait, and events since the pause, are skipped. If not, they are sent now."))
    ).described("How a webhook continues.").named("WebhookResumption").named("WebhookResumption")
}

/// The limits of a clinic's webhooks.
enum WebhookLimit {
    static let mostOfClinic: Int64 = 20
    static let mostShown: Int64 = 100
}

extension Problem.Kind {
    static let webhookURLRefused = Problem.Kind(
        "webhook-url-refused", 409, "The server does not send to this URL",
        means: """
            `reason` says what is wrong: `malformed`, `scheme` (not https), `userinfo` (a user name or password), `port` \
            (neither 443 nor 8443) or `private_host` (a name or an address that is not on the public internet).
            """,
        remedy: "Register an https URL of a server on the public internet.",
        members: [
            .member(
                "reason", .string(max: 40).described("Why the URL is refused."), example: "private_host")
        ])
    static let tooManyWebhooks = Problem.Kind(
        "too-many-webhooks", 409, "The clinic has too many webhooks",
        means: "A clinic has at most \(WebhookLimit.mostOfClinic) webhooks.",
        remedy: "Remove a webhook that is not needed any more.")
}
