extension ServerAPI {
    /// The overview of the API (Markdown): the conventions that all operations share.
    static let overview = """
        A clinic's appointments, reception and billing, for patients, doctors, admins and receptionists.

        ## Sessions and roles
        `POST /api/v1/auth/login` gives an access token, which is sent as `Authorization: Bearer …` and is good for ten minutes, \
        and a refresh token. After a 401 with the problem `token-expired`, get new tokens with `POST /api/v1/auth/refresh` and \
        repeat the request. A session is for one clinic and one role, so no path names the clinic. `x-roles` lists the roles \
        that may call an operation.

        ## Times
        An instant is text as in RFC 3339 with whole seconds. Answers have it in UTC: `2026-11-23T09:00:00Z`. Requests may have \
        another offset. A date such as `2026-11-23` is a day by the clinic's calendar, and a time such as `08:30` is by the \
        clinic's wall clock; `time_zone` of `GET /api/v1/clinic` says in which time zone. An instant called `end` or `to` is \
        exclusive. A day called `to` or `last_day` is inclusive.

        ## Money
        Amounts are whole numbers of the currency's minor units: 4500 with `EUR` is 45.00 euros. A clinic has one currency.

        ## Members of objects
        An answer leaves out a member that has no value; only `next_cursor` is null. In a request, null means the same as \
        leaving the member out. A request with an unknown member is refused. Answers and problems may get further members, and \
        a client must ignore those that it does not know.

        ## Lists
        A list is `{"items": […], "next_cursor": …, "has_more": …}`. For the next page, send `next_cursor` as `cursor`, with the \
        same filters. What is added or removed meanwhile neither repeats nor skips other entries.

        ## Versions
        An entity has an `id` and a `version`, which rises with every change. `ETag` names the version of an answer. Send it in \
        `If-None-Match` to get a 304 while nothing has changed, and in `If-Match` with a change to get a 412 if somebody else \
        was faster. Answers with patients' data must not be stored (`Cache-Control: no-store`).

        ## Repeating a request
        A request with an `Idempotency-Key` can be repeated when no answer came: it has one effect and one answer. Operations \
        that move money require a key.

        ## Problems
        A request that fails gets a problem document (RFC 9457) with the media type `application/problem+json`. Compare `type`; \
        the texts are for people and may change. `GET /problems/{type}` explains each kind, and `Link` leads there. After a \
        403, 404, 409 or 412 the same request fails again, unless the explanation says otherwise. After a 408, 429 or 5xx repeat \
        the request; 429 and 503 say in `Retry-After` after how many seconds.

        ## Limits
        A body has at most one megabyte, but for an upload of a file. Requests are counted for each network and each account: `RateLimit` and \
        `RateLimit-Policy` say how many are left, and the next one beyond gets a 429.

        ## Older paths and names
        An operation or a member that is marked `deprecated` still works. Its description names the replacement, which \
        new clients use.
        """
}
