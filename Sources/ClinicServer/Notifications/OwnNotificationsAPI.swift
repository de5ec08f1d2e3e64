import Clinic
import Endpoints
import Identifiers
import JSON

/// The endpoints for a person's own notifications.
enum OwnNotificationsAPI {
    static let endpoints: [Endpoint<ServerAction>] = [
        list, unread, read, readUpTo, preferences, setPreferences, webPushKey,
    ]

    private static let list = Endpoint<ServerAction>(
        .get, "/api/v1/notifications", id: "listNotifications", summary: "List one's notifications, the newest first",
        details: """
            The caller's latest \(NotificationInboxDocument.mostItems) notifications in this clinic. Notifications \
            that no device showed are included. Titles and texts contain no data of a patient. A guardian also gets \
            the notifications of dependants' appointments, payments and recalls, until they expire.
            """,
        tag: NotificationsAPI.tag, for: Anyone.self, takes: .page(limit: 20, key: [.position]),
        answers: [.page(of: ShownNotification.codec, "A page of notifications")]
    ) { caller, page in
        .work { services, _ in
            let own = try await services.notifications(of: caller.subject, in: caller.clinic)
            return WorkAnswer(200, ShownNotification.page(own, page))
        }
    }

    private static let unread = Endpoint<ServerAction>(
        .get, "/api/v1/notifications/unread", id: "countUnreadNotifications",
        summary: "Count one's unread notifications", details: "The number is for the app's badge.",
        tag: NotificationsAPI.tag, for: Anyone.self, answers: [.ok(UnreadCount.codec, "The number")]
    ) { caller in
        .work { services, _ in
            let own = try await services.notifications(of: caller.subject, in: caller.clinic)
            return WorkAnswer(200, UnreadCount.codec.bytes(UnreadCount(count: own.unread)))
        }
    }

    private static let read = Endpoint<ServerAction>(
        .post, "/api/v1/notifications/{notification_id}/read", id: "readNotification",
        summary: "Mark a notification as read", details: "Repeating this changes nothing.", tag: NotificationsAPI.tag,
        for: Anyone.self,
        takes: .path("notification_id", Codec<UUIDBytes>.uuid.described("The notification's id.")),
        answers: [.noContent("Nothing; the notification is read")], problems: [.notFound]
    ) { caller, notification in
        .work { services, _ in
            try await services.markAsRead([notification], of: caller.subject, in: caller.clinic)
            return WorkAnswer(204)
        }
    }

    private static let readUpTo = Endpoint<ServerAction>(
        .post, "/api/v1/notifications/read", id: "readNotifications",
        summary: "Mark a notification and all older ones as read",
        details:
            "Newer notifications stay unread. Repeating this changes nothing.",
        tag: NotificationsAPI.tag, for: Anyone.self, takes: .body(ReadUpToBody.codec),
        answers: [.noContent("Nothing; the notifications are read")], problems: [.notFound]
    ) { caller, body in
        .work { services, _ in
            try await services.markAsRead(upTo: body.last, of: caller.subject, in: caller.clinic)
            return WorkAnswer(204)
        }
    }

    private static let webPushKey = Endpoint<ServerAction>(
        .get, "/api/v1/web-push-key", id: "getWebPushKey", summary: "Show the key with which browsers subscribe",
        details: """
            A web page passes the key to `PushManager.subscribe` as `applicationServerKey`, and registers the \
            subscription with `POST /api/v1/user-devices`. If the key changes, browsers must subscribe again.
            """,
        tag: NotificationsAPI.tag, for: SignedIn.self, evenRestricted: true,
        answers: [.ok(WebPushKey.codec, "The key")]
    ) { _ in
        .work { services, _ in
            let key = WebPushKey(applicationServerKey: services.shared.channels.webPushKey)
            return WorkAnswer(200, WebPushKey.codec.bytes(key))
        }
    }

    private static let preferences = Endpoint<ServerAction>(
        .get, "/api/v1/notification-preferences", id: "getNotificationPreferences",
        summary: "Show one's preferences for notifications",
        details:
            """
            The preferences are the caller's in this clinic. Without a choice of the caller they are the standard \
            preferences.
            """,
        tag: NotificationsAPI.tag, for: Anyone.self,
        answers: [.ok(NotificationPreferences.codec, "The preferences")]
    ) { caller in
        .work { services, _ in
            let own = try await services.notifications(of: caller.subject, in: caller.clinic)
            return WorkAnswer(200, NotificationPreferences.codec.bytes(own.preferences))
        }
    }

    private static let setPreferences = Endpoint<ServerAction>(
        .put, "/api/v1/notification-preferences", id: "setNotificationPreferences",
        summary: "Set one's preferences for notifications",
        details: """
            The body replaces the caller's preferences in this clinic. In quiet hours notifications wait until the \
            quiet hours end. A notification that expires before is not delivered. `GET /api/v1/notifications` lists \
            all notifications, whatever the preferences are.
            """,
        tag: NotificationsAPI.tag, for: Anyone.self, takes: .body(NotificationPreferences.codec),
        answers: [.ok(NotificationPreferences.codec, "The preferences as they are now")]
    ) { caller, preferences in
        .work { services, _ in
            try await services.choose(preferences, of: caller.subject, in: caller.clinic)
            return WorkAnswer(200, NotificationPreferences.codec.bytes(preferences))
        }
    }
}
